import { Link } from '@tanstack/react-router'
import { Visor } from './visor.tsx'

/** The floating panel's content until the conversation comes: who will answer, and when. */
export function ChatPanel() {
  return (
    <div className="flex flex-1 flex-col">
      <h2 className="border-b border-line px-5 py-4 font-mono text-sm font-semibold">Ask Infra</h2>
      <div className="flex flex-1 flex-col items-center justify-center gap-6 px-7 py-8 text-center">
        <Visor />
        <div className="flex flex-col gap-2">
          <p className="text-xl/7 font-semibold">I am Infra. I am not awake yet.</p>
          <p className="text-muted">
            The conversation opens with the chat release. Ask me then about apps, nodes, prices, or why a job
            waits.
          </p>
        </div>
      </div>
      <Link
        to="/chat"
        className="border-t border-line px-5 py-4 text-center font-mono text-sm text-muted hover:bg-raised hover:text-text"
      >
        Open the page
      </Link>
    </div>
  )
}
