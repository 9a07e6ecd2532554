import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { type ReactNode, useEffect } from 'react'
import { readerOf } from '../../account/account.ts'
import { useAccount } from '../../account/account-context.tsx'
import { errorMessage } from '../../api/error-message.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { useSearchParam } from '../../navigation/use-search-param.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { HiddenNotice } from '../hidden-notice.tsx'
import { isOwn } from '../job-rules.ts'
import { browsed, withJob } from '../open-job.ts'
import { JobProgress } from '../progress/job-progress.tsx'
import { useJob } from '../use-job.ts'
import { WhyWaiting } from '../why-waiting.tsx'
import { JobActions } from './job-actions.tsx'
import { JobFacts, JobInputs, Timeline } from './job-facts.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { ResultView } from './result-view.tsx'

/** One job, over the current screen. */
export function JobViewer({ id }: { id: string }) {
  const reader = readerOf(useAccount())
  const { data: job, error, refetch } = useJob(id, reader)
  const { close } = useSearchParam('job')
  const adjacent = useAdjacentJobs(id)

  return (
    <Modal wide title={job ? job.app.name : 'A job'} onClose={close}>
      <div className="flex flex-col gap-6">
        {(adjacent.previous || adjacent.next) && (
          <nav aria-label="Jobs" className="-mt-3 flex gap-6">
            <Button
              variant="text"
              className="px-0"
              disabled={!adjacent.previous}
              onClick={() => adjacent.previous && adjacent.to(adjacent.previous)}
            >
              ← Newer
            </Button>
            <Button
              variant="text"
              className="px-0"
              disabled={!adjacent.next}
              onClick={() => adjacent.next && adjacent.to(adjacent.next)}
            >
              Older →
            </Button>
          </nav>
        )}
        {job && <Opened key={job.id} job={job} reader={reader} onClose={close} onRepeated={adjacent.to} />}
        {!job && error && <Missing error={error} onRetry={() => void refetch()} onClose={close} />}
        {!job && !error && <ViewerSkeleton />}
      </div>
    </Modal>
  )
}

interface OpenedProps {
  job: Job
  reader: string | undefined
  onClose: () => void
  onRepeated: (id: string) => void
}

function Opened({ job, reader, onClose, onRepeated }: OpenedProps) {
  const own = isOwn(job, reader)
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-6 self-start lg:sticky lg:top-6">
        {job.status !== 'finished' && <JobProgress job={job} />}
        {own && job.status === 'queued' && <WhyWaiting id={job.id} reader={reader!} />}
        <ResultView job={job} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        {job.hidden && <HiddenNotice hidden={job.hidden} />}
        <JobActions job={job} own={own} onRepeated={onRepeated} onDeleted={onClose} />
        <JobFacts job={job} />
        <Part title="Input">
          <JobInputs job={job} />
        </Part>
        <Part title="Timeline">
          <Timeline job={job} />
        </Part>
        {job.receipt && (
          <Part title="Receipt">
            <ReceiptCheck job={job} check={job.check?.statement ?? undefined} />
          </Part>
        )}
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-5">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Missing({ error, onRetry, onClose }: { error: Error; onRetry: () => void; onClose: () => void }) {
  const gone = error instanceof Refusal && error.code === 'not_found'
  return (
    <div role="alert" className="flex max-w-xl flex-col items-start gap-5 py-6">
      <p className="text-lg/7">
        {gone
          ? 'This job doesn’t exist or is private. It may have been deleted, or the link is incomplete.'
          : errorMessage(error)}
      </p>
      {gone ? (
        <Button onClick={onClose}>Close</Button>
      ) : (
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function ViewerSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="h-[min(70dvh,56rem)] animate-breathe bg-raised max-lg:h-[min(55dvh,100vw)]" />
      <div className="h-64 animate-breathe bg-raised" />
    </div>
  )
}

/** Goes to the previous and next job in the list that this one was opened from. Back still closes the viewer. */
function useAdjacentJobs(id: string) {
  const navigation = useNavigation()
  const list = browsed.get()
  const ids = list?.ids() ?? []
  const at = ids.indexOf(id)
  const previous = at > 0 ? ids[at - 1] : undefined
  const next = at >= 0 ? ids[at + 1] : undefined
  const nearEnd = at >= 0 && at >= ids.length - 2
  useEffect(() => {
    if (nearEnd) list?.more?.()
  }, [nearEnd, list])

  const to = (other: string) =>
    navigation.go({
      to: '.',
      search: withJob(other),
      replace: true,
      openedHere: navigation.get().openedHere,
    })
  useArrows({ ArrowLeft: previous, ArrowRight: next }, to)
  return { previous, next, to }
}

/** Handles arrow keys wherever the focus is, except in a control that uses them itself or in a dialog on top. */
function useArrows(leads: Record<string, string | undefined>, to: (id: string) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event
      const taken =
        target instanceof Element && target.closest('input, textarea, select, audio, dialog dialog')
      const id = leads[key]
      if (!taken && id && !event.altKey && !event.ctrlKey && !event.metaKey) to(id)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
