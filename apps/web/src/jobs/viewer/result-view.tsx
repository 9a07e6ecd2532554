import type { Job, JobFile } from '@infra/protocol/jobs'
import { useState } from 'react'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Zoom } from '../../ui/zoom.tsx'
import { altOf, isPicture, pictureBefore } from '../job-rules.ts'
import { appResultOf } from '../results/app-result.tsx'
import { JobResult } from '../results/job-result.tsx'

/** Only old files, from before pictures were measured, have no size. */
function ratioOf({ width, height }: JobFile): number {
  return width && height ? width / height : 1
}

/** The outputs of a job, as large as possible: pictures can be zoomed. */
export function ResultView({ job }: { job: Job }) {
  const picture = job.outputs.find(isPicture)
  const rest = job.outputs.filter((file) => file !== picture)
  const whole = appResultOf(job)
  if (whole) return <div className="viewfinder p-6 sm:p-10">{whole}</div>
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {picture && <PictureResult key={picture.sha256} job={job} picture={picture} />}
      {!picture && job.preview && <Preview of={job.preview} />}
      {(rest.length > 0 || job.partialText) && (
        <div className={picture ? '' : 'viewfinder min-h-64'}>
          <div className={picture ? '' : 'p-6 sm:p-10'}>
            <JobResult job={{ ...job, outputs: rest }} />
          </div>
        </div>
      )}
    </div>
  )
}

/** A small, blurred preview of the picture in progress. */
function Preview({ of }: { of: string }) {
  return (
    <div className="viewfinder grid h-[min(70dvh,40rem)] place-items-center p-6 max-lg:h-[min(55dvh,100vw)]">
      <img
        src={`data:image/webp;base64,${of}`}
        alt="The result so far"
        className="size-full object-contain"
      />
    </div>
  )
}

function PictureResult({ job, picture }: { job: Job; picture: JobFile }) {
  const before = pictureBefore(job)
  const [comparing, setComparing] = useState(false)
  const after = (
    <Picture
      src={picture.url!}
      placeholder={picture.placeholder}
      alt={altOf(job)}
      className={picture.kind === 'svg' ? 'bg-text' : 'chequered'}
      fit={ratioOf(picture)}
      eager
    />
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="h-[min(70dvh,56rem)] border border-line max-lg:h-[min(55dvh,100vw)]">
        {comparing && before ? (
          <BeforeAfter
            before={<Picture src={before.url!} alt="Input" fit={ratioOf(before)} eager />}
            after={after}
          />
        ) : (
          <Zoom label="The result; zoom with + and −">{after}</Zoom>
        )}
      </div>
      {before && (
        <div className="flex gap-5">
          {[false, true].map((compare) => (
            <button
              key={String(compare)}
              type="button"
              aria-pressed={comparing === compare}
              className="min-h-11 border-b-2 border-transparent label text-muted hover:text-text aria-pressed:border-text aria-pressed:text-text"
              onClick={() => setComparing(compare)}
            >
              {compare ? 'Before / after' : 'Result'}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
