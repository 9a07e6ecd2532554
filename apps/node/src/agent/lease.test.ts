import { type Assignment, BEAT_TEXT_CHARACTERS_MAX } from '@infra/protocol/attempts'
import { Refusal } from '@infra/protocol/refusal'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
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

/** The heartbeats that were sent, and a lease whose calls `answer` responds to. */
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

test('text is sent in pieces, each with its offset in code points', async () => {
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

test('a piece of text whose answer was lost is sent again unchanged, so that it isn’t stored twice', async () => {
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

test('only the latest preview is sent, and only once', async () => {
  const { beats, lease } = hold()
  lease.preview(Buffer.from('a'))
  lease.preview(Buffer.from('b'))
  await expect.poll(() => beats, SOON).toHaveLength(1)
  lease.progress(0.5, 'Painting')
  await expect.poll(() => beats, SOON).toHaveLength(2)
  expect(beats.map(({ body }) => body.preview)).toEqual(['Yg==', undefined])
})

test('only the latest progress is sent, cut to the protocol’s limits', async () => {
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

test('while a finish is under way, only its own answer can end the lease', async () => {
  const { beats, lease } = hold(() => {
    throw new Refusal('lease_lost', 'Finished.')
  })
  lease.startFinishing()
  lease.progress(1, 'Sending')

  await expect.poll(() => beats, SOON).not.toEqual([])
  expect(lease.lost.aborted).toBe(false)
})

test('[finding X7] a rate-limited node waits as long as the API asks for, and keeps its job', async () => {
  // Without the delay it would retry at once.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => random.mockRestore())
  const askedAt: number[] = []
  const { beats, lease } = hold((_beat, count) => {
    askedAt.push(performance.now())
    if (count <= 2)
      throw new Refusal('rate_limited', 'Too many requests. Try again in 1 s.', { retryAfterSeconds: 1 })
  })
  lease.progress(0.5, 'Painting')
  await expect.poll(() => beats, SOON).toHaveLength(3)
  expect(beats.at(-1)!.body.progress).toEqual({ part: 0.5, stage: 'Painting' })
  expect(lease.lost.aborted).toBe(false)
  const [first, second, third] = askedAt as [number, number, number]
  // A timer may come a millisecond early.
  expect(Math.min(second - first, third - second)).toBeGreaterThan(990)
})

test('a long text is sent in pieces within the protocol’s limit, none of which splits a character', async () => {
  const { beats, lease } = hold()
  const text = `x${'🦊'.repeat(BEAT_TEXT_CHARACTERS_MAX)}`
  lease.text(text)
  await expect.poll(() => beats.map(({ body }) => body.text?.append).join(''), SOON).toBe(text)
  for (const { body } of beats) {
    expect(body.text!.append.length).toBeLessThanOrEqual(BEAT_TEXT_CHARACTERS_MAX)
    expect(body.text!.append.isWellFormed()).toBe(true)
  }
  expect(beats[1]!.body.text!.at).toBe([...beats[0]!.body.text!.append].length)
})
