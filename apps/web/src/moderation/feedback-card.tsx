import { type FeedbackState, feedbackStates } from '@infra/protocol/feedback'
import { ANSWER_CHARACTERS_MAX, type ReviewedFeedback } from '@infra/protocol/moderation'
import { shortId } from '@infra/protocol/values/short-id'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { kindLabels, stateLabels } from '../feedback/feedback-labels.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { TextField } from '../ui/text-field.tsx'
import { answering } from './moderation-queries.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A whole report and the answer to it. Its content is rendered as plain text, whatever it looks like. */
export function FeedbackCard({ report }: { report: ReviewedFeedback }) {
  const { kind, title, description, contact, diagnostics, screenshots, user, createdAt } = report
  return (
    <article
      aria-label={title}
      className="grid gap-x-12 gap-y-6 py-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <h3 className="font-semibold break-words">
          <bdi>{title}</bdi>
        </h3>
        <p className="label text-muted">
          {kindLabels[kind]} · {user ? (user.name ?? user.shortAddress) : 'a visitor'} ·{' '}
          <time dateTime={createdAt.toISOString()}>{moment.format(createdAt)}</time> · {shortId(report.id)}
        </p>
        <p className="break-words whitespace-pre-line">{description}</p>
        {contact && (
          <p className="break-all text-muted">
            Answer to: <bdi>{contact}</bdi>
          </p>
        )}
        {screenshots.map(({ url, thumbnailUrl }, index) => (
          <a key={url} href={url} target="_blank" rel="noreferrer" className="self-start">
            <Picture
              src={thumbnailUrl ?? url}
              alt={`Screenshot ${index + 1}, opens in full`}
              className="max-h-64 object-contain"
            />
          </a>
        ))}
        {diagnostics && (
          <p className="label break-all text-muted">
            {[diagnostics.version, diagnostics.page, diagnostics.browser, ...diagnostics.requestIds]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
      <AnswerForm key={report.answeredAt?.getTime() ?? 0} report={report} />
    </article>
  )
}

function AnswerForm({ report }: { report: ReviewedFeedback }) {
  const [state, setState] = useState<FeedbackState>(report.state === 'new' ? 'open' : report.state)
  const [answer, setAnswer] = useState(report.answer)
  const [entry, setEntry] = useState(report.devlogEntry ?? '')
  const id = useId()
  const saving = useMutation(
    { ...answering, onSuccess: () => toast('notice', 'Saved. The sender can see it.') },
    queryClient,
  )
  const refused = saving.error ? describeRefusal(saving.error) : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending) return
    const body = { state, answer, devlogEntry: entry.trim() || null }
    saving.mutate({ params: { id: report.id }, body })
  }

  return (
    <form noValidate className="flex min-w-0 flex-col gap-5" onSubmit={submit}>
      <div className="flex flex-col gap-2.5">
        <label htmlFor={id} className="font-mono text-sm">
          State
        </label>
        <select
          id={id}
          value={state}
          className="min-h-12 border border-edge bg-ground px-4 hover:border-muted focus:border-text"
          onChange={(event) => setState(event.target.value as FeedbackState)}
        >
          {feedbackStates.map((one) => (
            <option key={one} value={one}>
              {stateLabels[one]}
            </option>
          ))}
        </select>
      </div>
      <TextField
        name="answer"
        label="Answer"
        hint="For the sender. Others who report the same problem see it too."
        value={answer}
        max={ANSWER_CHARACTERS_MAX}
        lines={3}
        problem={refused?.fields.answer}
        onChange={setAnswer}
      />
      <TextField
        name="devlogEntry"
        label="Devlog entry"
        hint="The name of the entry that closed it, as in its address."
        value={entry}
        max={100}
        problem={refused?.fields.devlogEntry}
        onChange={setEntry}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button type="submit" disabled={saving.isPending}>
          Save
        </Button>
        <p role="alert" className="min-w-0 flex-1 basis-56 text-danger empty:hidden">
          {refused?.sentence}
        </p>
      </div>
    </form>
  )
}
