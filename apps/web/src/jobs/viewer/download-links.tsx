import type { Job, JobFile } from '@infra/protocol/jobs'
import { buttonStyle } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { downloadName } from './download-name.ts'

/** Links to download the results. Text is part of the job itself, so its file is made here. */
export function DownloadLinks({
  job,
  variant = 'secondary',
}: {
  job: Job
  variant?: 'primary' | 'secondary'
}) {
  return job.outputs.map((file, place) => (
    <a
      key={file.name}
      href={addressOf(file, downloadName(job, file))}
      download={downloadName(job, file)}
      className={buttonStyle(place === 0 ? variant : 'secondary')}
    >
      <Icon name="download" size={16} />
      {job.outputs.length > 1 ? `Download ${shortName(file)}` : 'Download'}
    </a>
  ))
}

/** Formats by the name that people know them by. */
function shortName({ kind, name }: JobFile): string {
  if (kind === 'json') return 'JSON'
  return name === 'srt' ? 'SRT' : name
}

/** The server gets the name too, because its file name takes precedence over the link's. */
function addressOf({ url, text }: JobFile, name: string): string {
  if (url === null) return `data:text/plain;charset=utf-8,${encodeURIComponent(text ?? '')}`
  return `${url}${url.includes('?') ? '&' : '?'}download=${encodeURIComponent(name)}`
}
