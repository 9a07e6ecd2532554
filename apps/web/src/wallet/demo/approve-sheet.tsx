import { useStore } from '../../store/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import type { Approvals } from './approvals.ts'

/** The demo wallet's dialog, instead of a separate window. Closing it declines. */
export function ApproveSheet({ approvals }: { approvals: Approvals }) {
  const [question] = useStore(approvals.open)
  if (!question) return null
  const { id, title, lead, content, answer } = question

  return (
    <Modal key={id} title={title} onClose={() => answer(false)}>
      <p className="label text-cool">Demo wallet</p>
      <p className="text-muted">{lead}</p>
      {content && (
        <pre className="border border-line bg-raised p-4 font-mono text-sm/6 wrap-anywhere whitespace-pre-wrap">
          {content}
        </pre>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => answer(true)}>
          Approve
        </Button>
        <Button onClick={() => answer(false)}>Reject</Button>
      </div>
    </Modal>
  )
}
