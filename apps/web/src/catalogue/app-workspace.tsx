import type { CatalogueApp } from '@infra/protocol/apps'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { defaultAudience } from '../form/audience.ts'
import { dropFormDraft } from '../form/form-draft.ts'
import { blankValues } from '../form/raw-value.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { Button } from '../ui/button.tsx'
import { AboutApp } from './about-app.tsx'
import { formFor } from './form-for.ts'
import { OrderPanel } from './order-panel.tsx'
import { SamplePicker } from './sample-picker.tsx'
import type { FormStart } from './start-form.ts'
import { useOrder } from './use-order.ts'

interface AppWorkspaceProps {
  app: CatalogueApp
  start: FormStart
  /** The sample that the address names, and what to do once it's filled in. */
  sample: { asked: string | undefined; onFilled: () => void }
  /** The jobs that were submitted here, latest first. */
  jobIds: readonly string[]
  onJob: (id: string) => void
  /** Renders a job. The caller passes it because it knows the components for jobs. */
  renderJob: (id: string, isLatest: boolean) => ReactNode
}

/** The form of an app, and next to it the jobs that were submitted. */
export function AppWorkspace({ app, start, sample, jobIds, onJob, renderJob }: AppWorkspaceProps) {
  const [form, setForm] = useState(() => formFor(app, start))
  const result = useRef<HTMLElement>(null)
  const [ordered, setOrdered] = useState(0)
  const order = useOrder({
    app,
    form,
    start,
    onOrdered: (job) => {
      onJob(job.id)
      setOrdered((count) => count + 1)
    },
  })

  // The progress is shown there; on a small screen it's far below the button.
  useEffect(() => {
    if (ordered > 0) result.current?.focus()
  }, [ordered])

  function startOver() {
    dropFormDraft(app)
    setForm(
      formFor(app, {
        values: blankValues(app.fields),
        audience: defaultAudience(app.fields),
        gone: [],
      }),
    )
    order.startOver()
  }

  const about = (
    <aside aria-label="About this app" className="min-w-0">
      <AboutApp app={app} />
    </aside>
  )
  return (
    <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <div className="flex min-w-0 flex-col gap-8">
        {start.parentId && (
          <p className="border-l-2 border-cool pl-4 text-muted">
            Copied from another job. Change anything you like; the original stays as it is.
            {start.isOriginalKept && ' Its author kept the original private, so choose a file of your own.'}
          </p>
        )}
        {start.usedResult && (
          <p className="border-l-2 border-cool pl-4 text-muted">
            Using the result of another job. No need to upload it again.
          </p>
        )}
        <SamplePicker app={app} form={form} {...sample} />
        <SchemaForm app={app} form={form} rejections={order.rejections} onSubmit={order.submit}>
          <OrderPanel app={app} form={form} order={order} />
        </SchemaForm>
        <Button variant="text" className="-ml-5 self-start" onClick={startOver}>
          Start over
        </Button>
        {jobIds.length > 0 && about}
      </div>
      {jobIds.length === 0 && about}
      {jobIds.length > 0 && (
        // On a small screen it's above the form, so that a result is on top.
        <aside
          ref={result}
          tabIndex={-1}
          aria-label="Your jobs"
          className="order-first flex min-w-0 scroll-mt-6 flex-col gap-5 outline-none lg:sticky lg:top-8 lg:order-none lg:self-start"
        >
          {jobIds.map((id, place) => renderJob(id, place === 0))}
        </aside>
      )}
    </div>
  )
}
