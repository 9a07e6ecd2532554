import type { Job, JobEvent } from '@infra/protocol/jobs'

type OnWire<T> = Omit<T, Moment> & { [M in Moment]: string | null }
type Moment = 'createdAt' | 'startedAt' | 'finishedAt'

/**
 * Parses a job of the API. By hand, while everything else is parsed by the protocol's schema: zod is 24 kB, and the
 * feed's first paint would wait for it. A test compares the two.
 */
export function readJob<T extends Job | JobEvent = Job>(job: OnWire<T>): T {
  const { createdAt, startedAt, finishedAt } = job
  return {
    ...job,
    createdAt: new Date(createdAt!),
    startedAt: startedAt ? new Date(startedAt) : null,
    finishedAt: finishedAt ? new Date(finishedAt) : null,
  } as unknown as T
}

/** From the `data` of an event. */
export function readJobEvent(json: string): JobEvent {
  return readJob<JobEvent>(JSON.parse(json))
}
