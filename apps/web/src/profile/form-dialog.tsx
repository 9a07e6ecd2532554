import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'

interface FormDialogProps<Made> {
  title: string
  /** What the button says that sends it. */
  action: string
  send: () => Promise<Made>
  canSend: boolean
  /** What the fields are called where the API refuses one of them. */
  fieldLabels?: Record<string, string>
  onSent: (made: Made) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, with what the API says against it. */
export function FormDialog<Made>({ fieldLabels = {}, children, ...dialog }: FormDialogProps<Made>) {
  const { title, action, send, canSend, onSent, onClose } = dialog
  const sending = useMutation({ mutationFn: send, onSuccess: onSent }, queryClient)
  const { sentence, fields } = sending.error ? describeRefusal(sending.error) : { sentence: '', fields: {} }
  const problems = Object.entries(fields).map(([field, problem]) =>
    fieldLabels[field] ? `${fieldLabels[field]} ${problem}.` : problem,
  )

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
          {[sentence, ...problems].join(' ')}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={sending.isPending || !canSend}>
            {action}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}
