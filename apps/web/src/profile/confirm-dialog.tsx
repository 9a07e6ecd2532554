import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'

interface ConfirmDialogProps {
  title: string
  /** The label of the confirm button. */
  action: string
  act: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
  /** The consequences. */
  children: ReactNode
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, action, act, onDone, onClose, children }: ConfirmDialogProps) {
  const acting = useMutation({ mutationFn: act, onSuccess: onDone }, queryClient)
  return (
    <Modal title={title} onClose={onClose}>
      <div className="flex flex-col gap-3 text-muted">{children}</div>
      <p role="alert" className="text-danger empty:hidden">
        {acting.error && describeRefusal(acting.error).sentence}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" disabled={acting.isPending} onClick={() => acting.mutate()}>
          {action}
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Modal>
  )
}
