import { CONTACT_CHARACTERS_MAX } from '@infra/protocol/feedback'
import { type FormEvent, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { DiagnosticsField } from './diagnostics-field.tsx'
import { KindField } from './kind-field.tsx'
import { ScreenshotsField } from './screenshots-field.tsx'
import { SimilarReports } from './similar-reports.tsx'
import { Thanks } from './thanks.tsx'
import { useReport } from './use-report.ts'

export function FeedbackForm({ isSignedIn }: { isSignedIn: boolean }) {
  const report = useReport()
  const { draft, problems, isSending, refusal, sentId, change } = report
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = await report.send()
    const named = wrong === 'screenshots' ? '[type="file"]' : `[name="${wrong}"]`
    if (wrong) form.current?.querySelector<HTMLElement>(named)?.focus()
  }

  if (sentId) return <Thanks id={sentId} isSignedIn={isSignedIn} onAnother={report.startAnother} />

  return (
    <form ref={form} noValidate className="flex min-w-0 flex-col gap-8" onSubmit={submit}>
      <KindField value={draft.kind} onChange={(kind) => change({ kind })} />
      <TextField
        name="title"
        label="Title"
        hint="A short summary."
        value={draft.title}
        max={120}
        problem={problems.title}
        onChange={(title) => change({ title })}
      />
      <SimilarReports title={draft.title} />
      <TextField
        name="description"
        label="Description"
        hint="What you did, what happened, and what you expected."
        value={draft.description}
        max={4000}
        lines={9}
        problem={problems.description}
        onChange={(description) => change({ description })}
      />
      <TextField
        name="contact"
        label="Contact"
        hint="Optional: where we can reply. Only our team sees it."
        value={draft.contact}
        max={CONTACT_CHARACTERS_MAX}
        problem={problems.contact}
        onChange={(contact) => change({ contact })}
      />
      <ScreenshotsField
        pictures={draft.pictures}
        bytes={report.pictures}
        problem={problems.screenshots}
        onAttach={report.attach}
        onDetach={report.detach}
      />
      {draft.diagnostics && (
        <DiagnosticsField
          diagnostics={draft.diagnostics}
          checked={draft.sendsDiagnostics}
          onChange={(sendsDiagnostics) => change({ sendsDiagnostics })}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button type="submit" variant="primary" icon={isSending ? 'loading' : undefined} disabled={isSending}>
          {isSending ? 'Sending' : 'Send'}
        </Button>
        <p role="alert" className="min-w-0 flex-1 basis-64 text-danger empty:hidden">
          {refusal}
        </p>
      </div>
    </form>
  )
}
