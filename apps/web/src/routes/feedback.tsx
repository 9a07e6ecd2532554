import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { FeedbackForm } from '../feedback/feedback-form.tsx'
import { MyFeedback } from '../feedback/my-feedback.tsx'

export function Feedback() {
  const reader = readerOf(useAccount())
  return (
    <div className="flex flex-col gap-16">
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="flex max-w-[26rem] flex-col gap-3 text-lg/7 text-muted">
          <p className="text-text">
            Something broken, something missing, something you like? We read everything.
          </p>
          <p>No wallet needed. Your draft stays in this browser until you send it.</p>
        </div>
        <FeedbackForm isSignedIn={reader !== undefined} />
      </div>
      {reader && (
        <section className="grid gap-x-12 gap-y-5 border-t border-line pt-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <h2 className="text-xl/7 font-semibold">What you sent</h2>
          <div className="flex min-w-0 flex-col gap-6">
            <MyFeedback address={reader} />
          </div>
        </section>
      )}
    </div>
  )
}
