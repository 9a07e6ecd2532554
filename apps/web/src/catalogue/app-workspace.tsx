import type { CatalogueApp } from '@infra/protocol/apps'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { tokens } from '../api/tokens.ts'
import { createAppForm } from '../form/create-app-form.ts'
import { drawMask } from '../form/drawing/draw-mask.ts'
import { measureFile } from '../form/files/measure-file.ts'
import { dropFormDraft } from '../form/form-draft.ts'
import { blankValues } from '../form/raw-value.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { Button } from '../ui/button.tsx'
import { AboutApp } from './about-app.tsx'
import { OrderPanel } from './order-panel.tsx'
import { sendFile } from './send-file.ts'
import type { FormStart } from './start-form.ts'
import { useOrder } from './use-order.ts'

export interface RunActions {
  /** Submits the form as it is now. */
  again: () => void
  /** The same with a new random seed; undefined where the app has no seed. */
  variation: (() => void) | undefined
}

interface AppWorkspaceProps {
  app: CatalogueApp
  start: FormStart
  jobId: string | undefined
  onJob: (id: string) => void
  /** Renders the job: the caller knows the components of jobs. */
  renderJob: (id: string, actions: RunActions) => ReactNode
}

/** The form of an app, and beside it the job that was submitted last. */
export function AppWorkspace({ app, start, jobId, onJob, renderJob }: AppWorkspaceProps) {
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

  // The progress is shown there; on a small screen it is far below the button.
  useEffect(() => {
    if (ordered > 0) result.current?.focus()
  }, [ordered])

  function startOver() {
    dropFormDraft(app.id)
    setForm(formFor(app, { values: blankValues(app.fields), visibility: 'public', gone: [] }))
    order.startOver()
  }

  const seed = app.fields.find(({ kind }) => kind === 'seed')
  const variation = () => {
    form.change(seed!.name, '')
    order.submit()
  }
  const actions = { again: order.submit, variation: seed && variation }
  return (
    <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <div className="flex min-w-0 flex-col gap-8">
        {start.parentId && (
          <p className="border-l-2 border-cool pl-4 text-muted">
            Filled in from another job. Change what you like; the original stays as it is.
          </p>
        )}
        <SchemaForm app={app} form={form} rejections={order.rejections} onSubmit={order.submit}>
          <OrderPanel app={app} form={form} order={order} />
        </SchemaForm>
        <Button look="quiet" className="-ml-5 self-start" onClick={startOver}>
          Start over
        </Button>
      </div>
      <aside
        ref={result}
        tabIndex={-1}
        aria-label={jobId ? 'Your job' : 'About this app'}
        className="flex min-w-0 scroll-mt-6 flex-col gap-10 outline-none lg:sticky lg:top-8 lg:self-start"
      >
        {jobId && renderJob(jobId, actions)}
        <AboutApp app={app} />
      </aside>
    </div>
  )
}

function formFor(app: CatalogueApp, start: FormStart) {
  const form = createAppForm({
    app,
    start,
    maySend: () => tokens.get() !== undefined,
    send: sendFile,
    measure: measureFile,
    drawMask,
    preview: URL.createObjectURL.bind(URL),
  })
  form.refuse(Object.fromEntries(start.gone.map((name) => [name, 'is no longer kept: choose it again'])))
  return form
}
