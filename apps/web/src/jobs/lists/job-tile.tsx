import type { Job } from '@infra/protocol/jobs'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Age } from '../age/age.tsx'
import { Author } from '../author.tsx'
import { JobLink } from '../job-link.tsx'
import { describe, mainOutput } from '../job-rules.ts'
import type { Browsed } from '../open-job.ts'

/** A small result for screens that are not about results, without any actions. */
export function JobTile({ job, within }: { job: Job; within: Browsed }) {
  return (
    <li className="relative has-[a:hover]:[&>div]:border-edge">
      <div className="aspect-square overflow-hidden border border-line bg-raised">
        <Cover job={job} />
      </div>
      <p className="truncate pt-2 font-semibold">
        <JobLink
          id={job.id}
          within={within}
          aria-label={describe(job)}
          className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-cool"
        >
          {job.app.name}
        </JobLink>
      </p>
      <p className="truncate label text-muted">
        <Author job={job} /> · <Age at={job.finishedAt ?? job.createdAt} />
      </p>
    </li>
  )
}

function Cover({ job }: { job: Job }) {
  const file = mainOutput(job)
  if (file?.kind === 'image' || file?.kind === 'svg')
    return (
      <Picture
        src={file.thumbnailUrl ?? file.url!}
        srcSet={file.thumbnailSrcset}
        sizes="(min-width: 768px) 280px, 46vw"
        placeholder={file.placeholder}
        alt=""
        className={`size-full ${file.kind === 'svg' ? 'bg-text object-contain p-4' : 'object-cover'}`}
      />
    )
  if (file?.kind === 'audio')
    return (
      <div className="grid size-full place-items-center label text-muted">
        <span className="flex items-center gap-2">
          <Icon name="message" /> {Math.round(file.seconds ?? 0)} s of sound
        </span>
      </div>
    )
  return (
    <p className="size-full overflow-hidden p-4 text-lg/6 break-words whitespace-pre-wrap mask-b-from-70%">
      {(file?.text || 'A file to download.').slice(0, 300)}
    </p>
  )
}
