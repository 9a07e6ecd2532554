import type { Job, JobFile } from '@infra/protocol/jobs'

/** A name that a person would give: the app and the day, and which of several results it is. */
export function downloadName(
  { app, finishedAt, createdAt, outputs }: Pick<Job, 'app' | 'finishedAt' | 'createdAt' | 'outputs'>,
  { name, url }: Pick<JobFile, 'name' | 'url'>,
): string {
  const extension = url === null ? 'txt' : (/\.([a-z0-9]+)(\?|$)/.exec(url)?.[1] ?? 'bin')
  const which = outputs.length > 1 ? `-${name}` : ''
  return `${app.id}-${dayOf(finishedAt ?? createdAt)}${which}.${extension}`
}

/** Of the reader's own calendar. */
function dayOf(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
