import type { CatalogueApp } from '@infra/protocol/apps'
import { Refusal } from '@infra/protocol/refusal'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { words } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { useStore } from '../use-store.ts'
import { AppDesk, type RunActions } from './app-desk.tsx'
import { lastJobOf, rememberJob } from './last-job.ts'
import { startQuery } from './start-form.ts'

interface AppPageProps {
  app: CatalogueApp
  cloneId: string | undefined
  onClose: () => void
  renderJob: (id: string, actions: RunActions) => ReactNode
}

export function AppPage({ app, cloneId, onClose, renderJob }: AppPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: start, error, refetch } = useQuery(startQuery(app, cloneId), queryClient)
  const job = lastJobOf(app.id)
  const jobId = useStore(job)
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="flex flex-col gap-8">
      <header className="flex flex-col gap-2">
        <Button look="quiet" className="-mt-4 -ml-5 self-start" onClick={onClose}>
          ← All apps
        </Button>
        <h2
          ref={heading}
          tabIndex={-1}
          className="scroll-mt-6 text-3xl/10 font-semibold tracking-tight outline-none"
        >
          {app.name}
        </h2>
        <p className="text-lg/7 text-muted">{app.tagline}</p>
      </header>
      {error && (
        <div className="flex flex-col items-start gap-5">
          <p role="alert" className="text-lg/7">
            {cloneWords(error)}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button icon="refresh" onClick={() => refetch()}>
              Try again
            </Button>
            <Button onClick={onClose}>See the apps</Button>
          </div>
        </div>
      )}
      {!start && !error && <DeskSkeleton />}
      {start && (
        <AppDesk
          key={`${app.id} ${cloneId ?? ''}`}
          app={app}
          start={start}
          jobId={jobId}
          onJob={(id) => rememberJob(app.id, id)}
          renderJob={renderJob}
        />
      )}
    </section>
  )
}

function cloneWords(error: unknown): string {
  if (error instanceof Refusal && error.code === 'not_found')
    return 'The job to repeat is not there, or is not for you to see.'
  return error instanceof Refusal ? words[error.code] : words.internal_error
}

function DeskSkeleton() {
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
