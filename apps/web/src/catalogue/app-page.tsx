import type { CatalogueApp } from '@infra/protocol/apps'
import { Refusal } from '@infra/protocol/refusal'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { refusalMessages } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { useStore } from '../store/use-store.ts'
import { Button } from '../ui/button.tsx'
import { AppWorkspace } from './app-workspace.tsx'
import { formJobs, idsIn } from './form-jobs.ts'
import { type FormSource, startQuery } from './start-form.ts'

interface AppPageProps {
  app: CatalogueApp
  from: FormSource
  sample: { asked: string | undefined; onFilled: () => void }
  onClose: () => void
  renderJob: (id: string, isLatest: boolean) => ReactNode
}

export function AppPage({ app, from, sample, onClose, renderJob }: AppPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: start, error, refetch } = useQuery(startQuery(app, from), queryClient)
  const jobIds = idsIn(useStore(formJobs.of(app.id)))
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="flex flex-col gap-8">
      <header className="flex flex-col gap-2">
        <Button variant="text" className="-mt-4 -ml-5 self-start" onClick={onClose}>
          ← All apps
        </Button>
        <h2
          ref={heading}
          tabIndex={-1}
          className="scroll-mt-6 text-4xl/tight font-semibold sm:text-5xl/tight tracking-tight outline-none"
        >
          {app.name}
        </h2>
        <p className="text-lg/7 text-muted">{app.tagline}</p>
      </header>
      {error && (
        <div className="flex flex-col items-start gap-5">
          <p role="alert" className="text-lg/7">
            {startMessage(error, from)}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button icon="refresh" onClick={() => refetch()}>
              Try again
            </Button>
            <Button onClick={onClose}>See the apps</Button>
          </div>
        </div>
      )}
      {!start && !error && <WorkspaceSkeleton />}
      {start && (
        <AppWorkspace
          key={keyOf(app.id, from)}
          app={app}
          start={start}
          sample={sample}
          jobIds={jobIds}
          onJob={(id) => formJobs.add(app.id, id)}
          renderJob={renderJob}
        />
      )}
    </section>
  )
}

/** Another source needs a new form. */
export function keyOf(appId: string, { clone, use }: FormSource): string {
  return `${appId} ${clone ?? ''} ${use ?? ''}`
}

function startMessage(error: unknown, { use }: FormSource): string {
  if (error instanceof Refusal && error.code === 'not_found') {
    if (use !== undefined) return 'That result was deleted, is private, or doesn’t fit this app.'
    return 'The job you want to copy was deleted or is private.'
  }
  return error instanceof Refusal ? refusalMessages[error.code] : refusalMessages.internal_error
}

function WorkspaceSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid min-h-dvh gap-14 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]"
    >
      <div className="flex flex-col gap-8">
        <div className="h-48 animate-breathe bg-raised" />
        <div className="h-12 animate-breathe bg-raised" />
        <div className="h-12 animate-breathe bg-raised" />
      </div>
      <div className="h-64 animate-breathe bg-raised" />
    </div>
  )
}
