import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

interface ShownOnceProps {
  secret: string
  sentence: string
  copyLabel: string
  onDone: () => void
}

/** A secret that can't be shown again. */
export function ShownOnce({ secret, sentence, copyLabel, onDone }: ShownOnceProps) {
  return (
    <div role="status" className="flex flex-col gap-4 border border-edge bg-raised p-5">
      <p>{sentence}</p>
      <code className="font-mono text-sm/6 wrap-anywhere select-all">{secret}</code>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret} label={copyLabel} />
        <Button variant="text" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
