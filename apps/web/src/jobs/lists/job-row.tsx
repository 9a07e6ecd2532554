import type { Job } from '@infra/protocol/jobs'
import { useNavigation } from '../../navigation/navigation.ts'
import { Picture } from '../../ui/picture.tsx'
import { Age } from '../age/age.tsx'
import { HiddenNotice } from '../hidden-notice.tsx'
import { JobLink } from '../job-link.tsx'
import { failureMessages, statusLabels } from '../job-messages.ts'
import { altOf, isPicture, mainOutput } from '../job-rules.ts'
import { type Browsed, withJob } from '../open-job.ts'
import { OwnActions } from '../own-actions.tsx'

/** A job in the user's own list: its result, its status and its actions. */
export function JobRow({ job, within, own }: { job: Job; within: Browsed; own: boolean }) {
  const navigation = useNavigation()
  const open = (id: string) => navigation.go({ to: '.', search: withJob(id), openedHere: true })
  return (
    <div className="relative flex gap-4 py-4">
      <Small job={job} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <JobLink id={job.id} within={within} className="font-semibold underline-offset-4 hover:underline">
            {job.app.name}
          </JobLink>
          <p className="label text-muted">
            <span className={tones[job.status]}>{statusLabels[job.status]}</span>
            {job.visibility === 'private' && ' · private'}
            {job.hidden && ' · hidden'} · <Age at={job.createdAt} />
          </p>
        </div>
        {job.reason && <p className="text-muted">{failureMessages[job.reason]}</p>}
        {job.hidden && <HiddenNotice hidden={job.hidden} />}
        {own && <OwnActions job={job} onRepeated={open} onDeleted={() => {}} />}
      </div>
    </div>
  )
}

function Small({ job }: { job: Job }) {
  const file = mainOutput(job)
  return (
    <div className="size-20 shrink-0 overflow-hidden bg-raised max-sm:size-14">
      {file && isPicture(file) ? (
        <Picture
          src={file.thumbnailUrl ?? file.url!}
          placeholder={file.placeholder}
          alt={altOf(job)}
          className={`size-full object-cover ${file.kind === 'svg' ? 'bg-text' : ''}`}
        />
      ) : (
        file?.text && (
          <p className="p-1.5 text-[0.5rem]/3 break-words text-muted">{file.text.slice(0, 120)}</p>
        )
      )}
    </div>
  )
}

const tones: Record<Job['status'], string> = {
  queued: '',
  running: 'text-inferno-4',
  finished: 'text-cool',
  error: 'text-danger',
  cancelled: '',
}
