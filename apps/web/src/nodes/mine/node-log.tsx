import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { queryClient } from '../../api/query-client.ts'
import { nodeLogQuery } from './my-node-queries.ts'

/** The log lines that a node's agent sent. Loaded when it's opened. */
export function NodeLog({ address, id }: { address: string; id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...nodeLogQuery(address, id), enabled: isOpen }, queryClient)
  return (
    <details className="border border-line p-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-mono text-sm">The agent’s log</summary>
      <div className="mt-4 flex flex-col gap-4" aria-live="polite">
        {error && <p role="alert">Couldn’t load the log. {errorMessage(error)}</p>}
        {data?.log === null && (
          <p className="text-muted">
            Its agent sends no log. Set <code className="font-mono text-sm">NODE_SEND_LOG=on</code> on the
            machine to read the last lines here. Only you will see them.
          </p>
        )}
        {data?.log && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll it.
          <pre role="log" tabIndex={0} aria-label="Lines" className={lines}>
            {data.log.lines.join('\n')}
          </pre>
        )}
      </div>
    </details>
  )
}

const lines =
  'max-h-96 overflow-auto border border-line p-3 font-mono text-sm break-words whitespace-pre-wrap'
