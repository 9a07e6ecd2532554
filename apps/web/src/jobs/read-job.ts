import type { Job, JobEvent } from '@infra/protocol/jobs'
import type { z } from 'zod'
import { type MomentKeys, withMoments } from '../api/read-raw.ts'

const moments: Record<MomentKeys<Job>, true> = { createdAt: true, startedAt: true, finishedAt: true }

/** A job as the API sent it, read without its schema. */
export function readJob(raw: z.input<typeof Job>): Job {
  return withMoments<Job>(raw, moments)
}

/** From the `data` of an event. */
export function readJobEvent(json: string): JobEvent {
  return withMoments<JobEvent>(JSON.parse(json), moments)
}
