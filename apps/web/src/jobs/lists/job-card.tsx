import type { Job } from '@infra/protocol/jobs'
import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react'
import { serverNow } from '../../bootstrap/server-time.ts'
import { useStore } from '../../store/use-store.ts'
import { CatchBoundary } from '../../ui/catch-boundary.tsx'
import { inferno } from '../../ui/inferno.ts'
import { Picture } from '../../ui/picture.tsx'
import { useIsHydrating } from '../../ui/use-is-hydrating.ts'
import { Age } from '../age/age.tsx'
import { minuteClock } from '../age/minute-clock.ts'
import { Author } from '../author.tsx'
import { FavoriteButton } from '../favorites/favorite-button.tsx'
import { JobLink } from '../job-link.tsx'
import { altOf, describe, mainOutput } from '../job-rules.ts'
import type { Browsed } from '../open-job.ts'

const Sound = lazy(async () => ({ default: (await import('../../ui/sound.tsx')).Sound }))

interface JobCardProps {
  job: Job
  within: Browsed
  /** The width of the card, for its picture's `sizes`, from which the browser chooses the file to fetch. */
  sizes: string
  eager: boolean
  tabIndex?: number
}

/** How long a new result takes to fade from warm to neutral. */
const WARM_SECONDS = 600

export function JobCard({ job, within, sizes, eager, tabIndex }: JobCardProps) {
  return (
    <>
      <Frame job={job}>
        <Cover job={job} sizes={sizes} eager={eager} />
      </Frame>
      <div className="flex h-16 items-center justify-between gap-4 pt-2 pb-3.5">
        <div className="min-w-0">
          <h2>
            <JobLink
              id={job.id}
              within={within}
              tabIndex={tabIndex}
              aria-label={describe(job)}
              className="block scroll-mt-96 scroll-mb-8 truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-cool"
            >
              {job.app.name}
            </JobLink>
          </h2>
          <p className="truncate label text-muted">
            <Author job={job} tabIndex={tabIndex} /> · <Age at={job.finishedAt ?? job.createdAt} />
          </p>
        </div>
        <FavoriteButton job={job} />
      </div>
    </>
  )
}

/** Fades with the timer of the ages and not with an animation, which would repaint every card in every frame. */
function Frame({ job, children }: { job: Job; children: ReactNode }) {
  useStore(minuteClock)
  const hydrating = useIsHydrating()
  return (
    <div
      className="relative aspect-square overflow-hidden border border-line"
      style={hydrating ? undefined : warmth(job)}
    >
      {children}
    </div>
  )
}

function Cover({ job, sizes, eager }: Pick<JobCardProps, 'job' | 'sizes' | 'eager'>) {
  const hydrating = useIsHydrating()
  const file = mainOutput(job)
  switch (file?.kind) {
    case 'image':
      return (
        <Picture
          src={file.thumbnailUrl ?? file.url!}
          srcSet={file.thumbnailSrcset}
          sizes={sizes}
          placeholder={file.placeholder}
          alt={altOf(job)}
          className="size-full object-cover"
          eager={eager}
        />
      )
    case 'svg':
      return (
        <Picture
          src={file.url!}
          alt={altOf(job)}
          className="size-full bg-text object-contain p-4"
          eager={eager}
        />
      )
    case 'audio':
      return (
        <div className="flex size-full flex-col justify-end gap-4 bg-raised p-5">
          <SpokenText input={job.input} />
          {!hydrating && (
            <CatchBoundary fallback={NoPlayer}>
              <Suspense>
                <Sound src={file.url!} seconds={file.seconds} label={describe(job)} />
              </Suspense>
            </CatchBoundary>
          )}
        </div>
      )
    default:
      return <TextOutput text={file?.text || 'A file to download.'} />
  }
}

/** The text that a sound was made from. */
function SpokenText({ input }: Pick<Job, 'input'>) {
  if (typeof input.text !== 'string') return null
  return (
    <p className="min-h-0 flex-1 overflow-hidden text-lg/7 break-words whitespace-pre-wrap mask-b-from-70%">
      {input.text.slice(0, 300)}
    </p>
  )
}

/** If the player cannot be loaded, the rest of the card still works. */
function NoPlayer() {
  return <TextOutput text="A sound. Open it to hear it." />
}

const SHORT = 90
const LONG = 220

/** Short text is set large; text that does not fit fades out. */
function TextOutput({ text }: { text: string }) {
  const size = text.length < SHORT ? 'text-2xl/8' : 'text-lg/7'
  const fade = text.length > LONG ? 'mask-b-from-70%' : ''
  return (
    <p className={`size-full overflow-hidden bg-raised p-5 break-words whitespace-pre-wrap ${size} ${fade}`}>
      {text.slice(0, 600)}
    </p>
  )
}

/** Heat means activity: a job that has just finished glows. */
function warmth({ finishedAt, createdAt }: Job): CSSProperties | undefined {
  const age = (serverNow() - (finishedAt ?? createdAt).getTime()) / 1000
  return age > WARM_SECONDS ? undefined : { borderColor: inferno(0.8 - (0.6 * age) / WARM_SECONDS) }
}
