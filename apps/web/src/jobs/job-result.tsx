import type { Job, JobFile } from '@infra/protocol/jobs'
import { Picture } from '../ui/picture.tsx'
import { Sound } from '../ui/sound.tsx'
import { describe } from './job-rules.ts'
import { JsonFile } from './json-file.tsx'

/** All outputs of a job, each by its kind. None of them is ever rendered as HTML. */
export function JobResult({
  job,
}: {
  job: Pick<Job, 'app' | 'user' | 'outputs' | 'partialText' | 'status'>
}) {
  if (job.outputs.length === 0) {
    return job.partialText ? <TextResult text={job.partialText} /> : null
  }
  return (
    <div className="flex flex-col gap-6">
      {job.outputs.map((file) => (
        <OneResult key={file.name} file={file} alt={describe(job)} />
      ))}
    </div>
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
      // As a picture alone: an SVG in an <img> runs no script and loads nothing.
      return (
        <Picture src={file.url!} alt={alt} className="max-h-[70dvh] w-full bg-text object-contain" eager />
      )
    case 'text':
      return <TextResult text={file.text ?? ''} />
    case 'audio':
      return <Sound src={file.url!} seconds={file.seconds} label={alt} eager />
    case 'json':
      return <JsonFile file={file} />
  }
}

export function TextResult({ text }: { text: string }) {
  return <p className="max-w-[65ch] text-lg/8 break-words whitespace-pre-wrap">{text}</p>
}
