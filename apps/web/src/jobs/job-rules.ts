import type { Job, JobEvent, JobFile } from '@infra/protocol/jobs'

export function isFinal({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}

/** Compares addresses without regard to case, which differs between wallets. */
export function isOwn(job: Pick<Job, 'user'>, address: string | undefined): boolean {
  return address !== undefined && job.user?.id.toLowerCase() === address.toLowerCase()
}

/** Merges an event into a job; an event that is older than the job changes nothing. */
export function withEvent(job: Job, event: JobEvent): Job {
  return event.seq > job.seq ? { ...event, favorite: job.favorite } : job
}

/** The output to show in lists: a picture if there is one, else the first output. */
export function mainOutput({ outputs }: Pick<Job, 'outputs'>): JobFile | undefined {
  return outputs.find(isPicture) ?? outputs.find(({ kind }) => kind !== 'json') ?? outputs[0]
}

export function isPicture({ kind }: Pick<JobFile, 'kind'>): boolean {
  return kind === 'image' || kind === 'svg'
}

/** The input picture of a job that made a picture: the two can be compared. */
export function pictureBefore(job: Pick<Job, 'inputFiles' | 'outputs'>): JobFile | undefined {
  const after = job.outputs.find(isPicture)
  if (!after) return undefined
  return job.inputFiles.find(({ kind, name }) => kind === 'image' && name !== 'mask')
}

/** Whether the input files are hidden from this reader. The owner gets them with the job. */
export function isOriginalKept(job: Pick<Job, 'inputFilesHidden' | 'inputFiles'>): boolean {
  return job.inputFilesHidden && job.inputFiles.length === 0
}

export function authorName({ user }: Pick<Job, 'user'>): string {
  return user ? (user.name ?? user.shortAddress) : 'someone who left'
}

/** A name for the result. */
export function describe(job: Pick<Job, 'app' | 'user'>): string {
  return `${job.app.name} by ${authorName(job)}`
}

/** A text alternative for its picture. */
export function altOf(job: Pick<Job, 'app' | 'user' | 'alt'>): string {
  return job.alt ? `${job.app.name}: ${job.alt}` : describe(job)
}
