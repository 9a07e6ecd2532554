import { FeedbackForm } from '../feedback/feedback-form.tsx'

export function Feedback() {
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="flex max-w-[26rem] flex-col gap-3 text-lg/7 text-muted">
        <p className="text-text">
          Something broken, something missing, something that works well: all of it is read.
        </p>
        <p>No wallet is needed. What you type stays in this browser until you send it.</p>
      </div>
      <FeedbackForm />
    </div>
  )
}
