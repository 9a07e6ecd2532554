import type { Job, JobEvent, JobFile } from '@infra/protocol/jobs'

export function isFinal({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}

/** The address of whoever ordered it, as wallets tell it: in any case of letters. */
export function isOwn(job: Pick<Job, 'user'>, address: string | undefined): boolean {
  return address !== undefined && job.user?.id.toLowerCase() === address.toLowerCase()
}

/** Takes over what is newer; what comes late changes nothing. */
export function withEvent(job: Job, event: JobEvent): Job {
  return event.seq > job.seq ? { ...event, favorite: job.favorite } : job
}

/** What a job is known by at a glance: a picture if it made one, else whatever it made. */
export function mainOutput({ outputs }: Pick<Job, 'outputs'>): JobFile | undefined {
  return outputs.find(isPicture) ?? outputs.find(({ kind }) => kind !== 'json') ?? outputs[0]
}

export function isPicture({ kind }: Pick<JobFile, 'kind'>): boolean {
  return kind === 'image' || kind === 'svg'
}

/** The picture that went in, where one came out of it: the two can be laid over each other. */
export function pictureBefore(job: Pick<Job, 'inputFiles' | 'outputs'>): JobFile | undefined {
  const after = job.outputs.find(isPicture)
  if (!after) return undefined
  return job.inputFiles.find(({ kind, name }) => kind === 'image' && name !== 'mask')
}

export function authorName({ user }: Pick<Job, 'user'>): string {
  return user ? (user.name ?? user.shortAddress) : 'someone who left'
}

/** An answer for whoever cannot see the result. */
export function describe(job: Pick<Job, 'app' | 'user'>): string {
  return `${job.app.name} by ${authorName(job)}`
}
