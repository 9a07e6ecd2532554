import { Job } from '@infra/protocol/jobs'
import { z } from 'zod'

let made = 0

/** A finished job for tests, with the given changes. */
export function testJob(change: Partial<Job> = {}): Job {
  const number = String(++made).padStart(12, '0')
  return {
    id: `018f3a5c-1111-7222-8333-${number}`,
    app: { id: 'cut-out', version: 1, name: 'Cut-out' },
    user: { id: '0x52908400098527886E0F7030069857D2E4169EE7', name: 'Fern', shortAddress: '0x529...9EE7' },
    input: {},
    inputFiles: [],
    inputFilesHidden: false,
    visibility: 'public',
    hidden: null,
    status: 'finished',
    reason: null,
    progress: { part: 1, stage: '' },
    partialText: null,
    preview: null,
    seq: 5,
    outputs: [],
    price: 3,
    charged: 3,
    check: null,
    node: null,
    attempts: 1,
    createdAt: new Date('2026-01-02T03:04:05Z'),
    startedAt: new Date('2026-01-02T03:04:06Z'),
    finishedAt: new Date('2026-01-02T03:04:09Z'),
    parentId: null,
    alt: null,
    favorites: 2,
    favorite: false,
    receipt: null,
    ...change,
  }
}

/** As the API would send it. */
export function onWire(job: Job) {
  return JSON.parse(JSON.stringify(z.encode(Job, job)))
}
