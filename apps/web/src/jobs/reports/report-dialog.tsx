import {
  REPORT_NOTE_CHARACTERS_MAX,
  type ReportReason,
  reportJob,
  reportReasons,
} from '@infra/protocol/job-reports'
import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { errorMessage } from '../../api/error-message.ts'
import { queryClient } from '../../api/query-client.ts'
import { reachability } from '../../api/reachability.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { reasonLabels } from './report-labels.ts'
import { myReportsKey } from './report-queries.ts'

interface ReportDialogProps {
  jobId: Job['id']
  onClose: () => void
}

/** Reports a result to the moderators. */
export function ReportDialog({ jobId, onClose }: ReportDialogProps) {
  const sending = useMutation(
    {
      mutationFn: (body: { reason: ReportReason; note: string }) =>
        call(reportJob, { params: { id: jobId }, body }),
      onSuccess: () => queryClient.invalidateQueries({ queryKey: myReportsKey }),
    },
    queryClient,
  )
  return (
    <Modal title="Report this result" onClose={onClose}>
      {sending.isSuccess ? (
        <Sent onClose={onClose} />
      ) : (
        <ReportForm
          isSending={sending.isPending}
          error={sending.error}
          onSend={(report) => sending.mutate(report)}
        />
      )}
    </Modal>
  )
}

interface ReportFormProps {
  isSending: boolean
  error: Error | null
  onSend: (report: { reason: ReportReason; note: string }) => void
}

function ReportForm({ isSending, error, onSend }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason>()
  const [note, setNote] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isTooLong = [...note.trim()].length > REPORT_NOTE_CHARACTERS_MAX

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setReasonMissing(!reason)
    if (reason && !isTooLong) return onSend({ reason, note })
    form.current?.querySelector<HTMLElement>(reason ? '[name=note]' : '[name=reason]')?.focus()
  }

  return (
    <form ref={form} noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <fieldset aria-describedby="reason-problem" className="flex flex-col">
        <legend className="mb-1 font-mono text-sm">What is wrong with it?</legend>
        {reportReasons.map((one) => (
          <label
            key={one}
            className="flex min-h-11 items-center gap-3 text-muted hover:text-text has-checked:text-text"
          >
            <input
              type="radio"
              name="reason"
              value={one}
              checked={one === reason}
              className="size-5 shrink-0 accent-text"
              onChange={() => {
                setReason(one)
                setReasonMissing(false)
              }}
            />
            {reasonLabels[one]}
          </label>
        ))}
        <p id="reason-problem" className="text-danger empty:hidden">
          {isReasonMissing && 'Choose what is wrong with it.'}
        </p>
      </fieldset>
      <TextField
        name="note"
        label="Note"
        hint="Anything to add? Only moderators see it."
        value={note}
        max={REPORT_NOTE_CHARACTERS_MAX}
        lines={3}
        problem={isTooLong ? `must have at most ${REPORT_NOTE_CHARACTERS_MAX} characters` : undefined}
        onChange={setNote}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button type="submit" variant="primary" icon={isSending ? 'loading' : undefined} disabled={isSending}>
          {isSending ? 'Sending' : 'Send report'}
        </Button>
        <p role="alert" className="min-w-0 flex-1 basis-56 text-danger empty:hidden">
          {error && describeRefusal(error)}
        </p>
      </div>
    </form>
  )
}

function Sent({ onClose }: { onClose: () => void }) {
  const words = useRef<HTMLParagraphElement>(null)
  // The button that had the focus was removed with the form.
  useEffect(() => words.current?.focus(), [])
  return (
    <>
      <p ref={words} tabIndex={-1} className="text-lg/7 outline-none">
        Thank you. A moderator will look at it, and your profile shows the outcome.
      </p>
      <Button className="self-start" onClick={onClose}>
        Close
      </Button>
    </>
  )
}

/** Whatever happens, the user's text stays. */
function describeRefusal(error: Error): string {
  if (!(error instanceof Refusal)) return errorMessage(error)
  switch (error.code) {
    case 'dependency_unavailable':
      return reachability.get() === 'offline'
        ? 'You’re offline. Send it again when you’re back.'
        : 'Infra isn’t responding. Send it again in a moment.'
    case 'forbidden':
      return 'This result is your own: you can make it private, or delete it.'
    case 'not_found':
      return 'This result no longer exists.'
    case 'rate_limited':
      return `Too many reports. Send this one in ${error.retryAfterSeconds ?? 60} seconds.`
    default:
      return errorMessage(error)
  }
}
