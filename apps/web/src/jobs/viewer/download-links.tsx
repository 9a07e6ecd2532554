import type { Job, JobFile } from '@infra/protocol/jobs'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Links to download the results. Text is part of the job itself, so its file is made here. */
export function DownloadLinks({ job }: { job: Job }) {
  return job.outputs.map((file) => (
    <a key={file.name} href={addressOf(file)} download={nameOf(job, file)} className={buttonLook('plain')}>
      <Icon name="download" size={16} />
      {job.outputs.length > 1 ? `Download ${file.name}` : 'Download'}
    </a>
  ))
}

function addressOf({ url, text }: JobFile): string {
  if (url === null) return `data:text/plain;charset=utf-8,${encodeURIComponent(text ?? '')}`
  return url
}

function nameOf({ app, id }: Job, { name, url }: JobFile): string {
  const extension = url === null ? 'txt' : /\.([a-z0-9]+)(\?|$)/.exec(url)?.[1]
  return `${app.id}-${id.slice(0, 8)}-${name}.${extension ?? 'bin'}`
}
