import type { Job, JobFile } from '@infra/protocol/jobs'
import { fileNameOf } from '../../download/file-names.ts'

type NamedJob = Pick<Job, 'app' | 'input' | 'finishedAt' | 'createdAt' | 'outputs'>

/** A name as a person would choose it: that of the input file, or else the day; then the app, and which of several results it is. */
export function downloadName(job: NamedJob, { name, url }: Pick<JobFile, 'name' | 'url'>): string {
  const { app, outputs, finishedAt, createdAt } = job
  const extension =
    url === null ? (name === 'srt' ? 'srt' : 'txt') : (/\.([a-z0-9]+)(\?|$)/.exec(url)?.[1] ?? 'bin')
  const original = nameOfInput(job)
  const base = original ? `${original}-${app.id}` : `${app.id}-${dayOf(finishedAt ?? createdAt)}`
  return `${base}${outputs.length > 1 ? `-${name}` : ''}.${extension}`
}

/** Only the browser that sent the file knows it. */
function nameOfInput({ input }: NamedJob): string | undefined {
  for (const value of Object.values(input)) {
    const name = typeof value === 'string' ? fileNameOf(value) : undefined
    if (name) return name
  }
  return undefined
}

/** In the reader's own calendar. */
function dayOf(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
