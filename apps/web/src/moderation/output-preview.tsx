import type { JobFile } from '@infra/protocol/jobs'
import { isPicture } from '../jobs/job-rules.ts'
import { Picture } from '../ui/picture.tsx'
import { Sound } from '../ui/sound.tsx'

/** A file as small as a moderator needs it to judge. */
export function OutputPreview({ file, name }: { file: JobFile | undefined; name: string }) {
  if (file && isPicture(file)) {
    return (
      <Picture
        src={file.thumbnailUrl ?? file.url!}
        placeholder={file.placeholder}
        alt={name}
        className={`max-h-48 w-full object-contain ${file.kind === 'svg' ? 'bg-text' : 'bg-raised'}`}
      />
    )
  }
  if (file?.kind === 'audio') return <Sound src={file.url!} seconds={file.seconds} label={name} />
  if (file && file.text === null) {
    return (
      <a href={file.url!} className="underline underline-offset-4" download>
        Download {file.name}
      </a>
    )
  }
  return (
    <p className="max-h-48 overflow-y-auto bg-raised p-3 text-sm/5 break-words whitespace-pre-line">
      {file?.text ?? 'There is nothing to show.'}
    </p>
  )
}
