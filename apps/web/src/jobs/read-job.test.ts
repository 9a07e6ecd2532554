import { Job } from '@infra/protocol/jobs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readJob } from './read-job.ts'
import { onWire, testJob } from './test-job.ts'

test('readJob gives the same job as the protocol’s schema', () => {
  for (const job of [testJob(), testJob({ startedAt: null, finishedAt: null, status: 'queued' })]) {
    expect(readJob(onWire(job))).toEqual(z.decode(Job, onWire(job)))
  }
})
