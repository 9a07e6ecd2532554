import { Button } from '../../ui/button.tsx'
import { inferno } from '../../ui/inferno.ts'
import type { FileValue } from '../raw-value.ts'

interface FileStateProps {
  value: FileValue
  /** Its size, formatted. */
  facts: string | undefined
  onSendAgain: () => void
}

/** The upload state of a file. */
export function FileState({ value, facts, onSendAgain }: FileStateProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 font-mono text-sm text-muted">
      {facts && <span>{facts}</span>}
      <span role="status" className={value.state === 'uploaded' ? 'text-cool' : undefined}>
        {describeState(value)}
      </span>
      {value.state === 'sending' && (
        <div
          role="progressbar"
          aria-label="Sending"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(value.part * 100)}
          className="h-1 w-24 bg-line"
        >
          <div
            className="h-full"
            style={{ width: `${value.part * 100}%`, background: inferno(0.35 + value.part * 0.45) }}
          />
        </div>
      )}
      {value.state === 'refused' && !value.isFinal && (
        <Button variant="text" icon="refresh" className="px-0" onClick={onSendAgain}>
          Send again
        </Button>
      )}
    </div>
  )
}

function describeState(value: FileValue): string {
  switch (value.state) {
    case 'uploaded':
      return 'Sent'
    case 'chosen':
      return 'Sent when you run it'
    case 'sending':
      return 'Sending'
    case 'refused':
      return value.isFinal ? 'Can’t be used' : 'Not sent'
  }
}
