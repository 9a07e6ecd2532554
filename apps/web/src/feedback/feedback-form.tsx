import { type FormEvent, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { KindField } from './kind-field.tsx'
import { Thanks } from './thanks.tsx'
import { useReport } from './use-report.ts'

export function FeedbackForm() {
  const { draft, problems, isSending, refusal, sentId, change, send, startAnother } = useReport()
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = await send()
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }

  if (sentId) return <Thanks id={sentId} onAnother={startAnother} />

  return (
    <form ref={form} noValidate className="flex flex-col gap-8" onSubmit={submit}>
      <KindField value={draft.kind} onChange={(kind) => change({ kind })} />
      <TextField
        name="title"
        label="Title"
        hint="One line that says it."
        value={draft.title}
        max={120}
        problem={problems.title}
        onChange={(title) => change({ title })}
      />
      <TextField
        name="description"
        label="Description"
        hint="What you did, what you saw, what you would rather have seen."
        value={draft.description}
        max={4000}
        lines={9}
        problem={problems.description}
        onChange={(description) => change({ description })}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button type="submit" look="hot" icon={isSending ? 'loading' : undefined} disabled={isSending}>
          {isSending ? 'Sending' : 'Send'}
        </Button>
        <p role="alert" className="min-w-0 flex-1 basis-64 text-hot empty:hidden">
          {refusal}
        </p>
      </div>
    </form>
  )
}
