import type { Assignment } from '@infra/protocol/attempts'
import { Refusal } from '@infra/protocol/refusal'
import { afterEach, expect, test } from 'vitest'
import { holdLease, type Lease } from './lease.ts'
import type { NodeCall } from './session.ts'

interface Beat {
  query: { wait?: number }
  body: {
    progress?: { part: number; stage: string }
    text?: { at: number; append: string }
    preview?: string
  }
}

const SOON = { timeout: 10_000 }
const assignment = { attemptId: 'a', leaseToken: 't' } as Assignment
let lease: Lease | undefined
afterEach(() => lease?.stop())

/** The beats that were sent, and a lease on whose calls `answer` decides. */
function hold(answer: (beat: Beat, count: number) => void = () => {}) {
  const beats: Beat[] = []
  const call = (async (_endpoint: unknown, beat: Beat, { signal }: { signal: AbortSignal }) => {
    if (beat.query.wait)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    beats.push(structuredClone({ query: beat.query, body: beat.body }))
    answer(beat, beats.length)
  }) as unknown as NodeCall
  lease = holdLease(call, assignment)
  return { beats, lease }
}

test('text is told bit by bit, each with its place in characters as people count them', async () => {
  const { beats, lease } = hold()
  lease.text('Grüße ')
  lease.text('🦊')
  await expect.poll(() => beats, SOON).toHaveLength(1)
  lease.text('!')
  await expect.poll(() => beats, SOON).toHaveLength(2)

  expect(beats.map(({ body }) => body.text)).toEqual([
    { at: 0, append: 'Grüße 🦊' },
    { at: 7, append: '!' },
  ])
})

test('a bit of text whose answer was lost is told again as it was, so that it is not written twice', async () => {
  const { beats, lease } = hold((_beat, count) => {
    if (count === 1) throw new Refusal('dependency_unavailable', 'The network did not answer.')
  })
  lease.text('once')
  await expect.poll(() => beats, SOON).toHaveLength(1)
  lease.text(' more')
  await expect.poll(() => beats, SOON).toHaveLength(3)

  expect(beats.map(({ body }) => body.text)).toEqual([
    { at: 0, append: 'once' },
    { at: 0, append: 'once' },
    { at: 4, append: ' more' },
  ])
})

test('of what is being painted only the latest is told, and told once', async () => {
  const { beats, lease } = hold()
  lease.preview(Buffer.from('a'))
  lease.preview(Buffer.from('b'))
  await expect.poll(() => beats, SOON).toHaveLength(1)
  lease.progress(0.5, 'Painting')
  await expect.poll(() => beats, SOON).toHaveLength(2)
  expect(beats.map(({ body }) => body.preview)).toEqual(['Yg==', undefined])
})

test('of progress only the latest is told, within what the protocol takes', async () => {
  const { beats, lease } = hold()
  lease.progress(0.1, 'Reading')
  lease.progress(1.7, 'x'.repeat(200))
  await expect.poll(() => beats, SOON).toHaveLength(1)

  expect(beats[0]!.body).toEqual({ progress: { part: 1, stage: 'x'.repeat(80) } })
})

test.for(['lease_lost', 'job_cancelled', 'not_found'] as const)('%s ends the lease', async (code) => {
  const { lease } = hold(() => {
    throw new Refusal(code, 'Over.')
  })
  lease.progress(0, 'Reading')

  await expect.poll(() => lease.lost.aborted, SOON).toBe(true)
  expect(lease.lost.reason).toMatchObject({ code })
})

test('while the finish is under way, only its own answer counts', async () => {
  const { beats, lease } = hold(() => {
    throw new Refusal('lease_lost', 'Finished.')
  })
  lease.finishing()
  lease.progress(1, 'Sending')

  await expect.poll(() => beats, SOON).not.toEqual([])
  expect(lease.lost.aborted).toBe(false)
})
