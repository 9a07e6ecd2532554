import type { Job, JobFile } from '@infra/protocol/jobs'
import { Picture } from '../../ui/picture.tsx'
import { Sound } from '../../ui/sound.tsx'
import { altOf } from '../job-rules.ts'
import { appResultOf, type ShownJob } from './app-result.tsx'
import { TextResult } from './text-result.tsx'

/** All outputs of a job, each by its kind. None of them is ever rendered as HTML. */
export function JobResult({ job }: { job: ShownJob & Pick<Job, 'partialText'> }) {
  if (job.outputs.length === 0) {
    return job.partialText ? <TextResult text={job.partialText} /> : null
  }
  const files = job.outputs.filter(({ kind }) => kind !== 'json')
  return (
    appResultOf(job) ?? (
      <div className="flex flex-col gap-6">
        {files.length === 0 && (
          <p className="text-muted">The result is a data file. Download it to use it.</p>
        )}
        {files.map((file) => (
          <OneResult key={file.name} file={file} alt={altOf(job)} />
        ))}
      </div>
    )
  )
}

function OneResult({ file, alt }: { file: JobFile; alt: string }) {
  switch (file.kind) {
    case 'image':
      return (
        <Picture
          src={file.url!}
          placeholder={file.placeholder}
          alt={alt}
          width={file.width}
          height={file.height}
          className="chequered h-auto max-h-[70dvh] w-full object-contain"
          eager
        />
      )
    case 'svg':
      // As an <img>, because an SVG there runs no script and loads nothing.
      return (
        <Picture src={file.url!} alt={alt} className="max-h-[70dvh] w-full bg-text object-contain" eager />
      )
    case 'text':
      return <TextResult text={file.text ?? ''} />
    case 'audio':
      return <Sound src={file.url!} seconds={file.seconds} label={alt} eager />
    case 'json':
      // Meant for programs, so it's only a download.
      return null
  }
}
