import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'

interface FormDialogProps<Made> {
  title: string
  /** The label of the submit button. */
  action: string
  send: () => Promise<Made>
  canSend: boolean
  /** Explains why it wasn't done, if others than the API may refuse it, or if fields need their names. */
  explain?: (error: unknown) => string
  onSent: (made: Made) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, with the API's errors. */
export function FormDialog<Made>({ explain = explainRefusal, children, ...dialog }: FormDialogProps<Made>) {
  const { title, action, send, canSend, onSent, onClose } = dialog
  const sending = useMutation({ mutationFn: send, onSuccess: onSent }, queryClient)

  return (
    <Modal title={title} onClose={onClose}>
      <form
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          sending.mutate()
        }}
      >
        {children}
        <p role="alert" className="text-danger empty:hidden">
          {sending.error && explain(sending.error)}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={sending.isPending || !canSend}>
            {action}
          </Button>
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function explainRefusal(error: unknown): string {
  const { sentence, fields } = describeRefusal(error)
  return [sentence, ...Object.values(fields)].join(' ')
}
