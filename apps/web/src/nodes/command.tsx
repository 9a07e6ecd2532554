import { toast } from '../overlays/toast.ts'
import { Icon } from '../ui/icon.tsx'

/** A shell command to copy. */
export function Command({ text }: { text: string }) {
  return (
    <div className="flex items-stretch border border-edge">
      <code className="min-w-0 flex-1 px-3 py-2.5 font-mono text-sm/6 break-all">{text}</code>
      <button
        type="button"
        aria-label="Copy"
        className="flex w-11 shrink-0 items-center justify-center border-l border-edge text-muted hover:bg-raised hover:text-text"
        onClick={() => void copy(text)}
      >
        <Icon name="clone" size={16} />
      </button>
    </div>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('notice', 'Copied.')
  } catch {
    toast('failure', 'The browser did not allow copying. Select the text instead.')
  }
}
