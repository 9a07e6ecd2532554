import { type Assignment, claimJob, releaseUnheld } from '@infra/protocol/attempts'
import { Refusal } from '@infra/protocol/refusal'
import { expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { claimJobs } from './claim-loop.ts'
import type { NodeCall } from './session.ts'

const log = createLog('silent')

test('an attempt that ends wakes the claim loop from a long backoff', async () => {
  // Makes the random wait as long as possible.
  const dice = vi.spyOn(Math, 'random').mockReturnValue(1)
  const stop = new AbortController()
  const ends = Promise.withResolvers<void>()
  let claims = 0
  const call = (async (endpoint: unknown) => {
    if (endpoint === releaseUnheld) return undefined
    claims += 1
    if (claims === 1) return {} as Assignment
    if (claims < 5)
      throw new Refusal('dependency_unavailable', 'The network did not answer.', { retryAfterSeconds: 25 })
    return new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason)))
  }) as unknown as NodeCall
  const loop = claimJobs({
    call,
    slots: 2,
    holding: () => [],
    perform: () => ends.promise,
    log,
    signal: stop.signal,
  })
  await expect.poll(() => claims).toBe(2)

  ends.resolve()
  await expect.poll(() => claims, { timeout: 10_000 }).toBe(3)

  stop.abort(new Error('stop'))
  await loop
  dice.mockRestore()
})

test('after a claim without an answer, the node reports what it holds before it claims again', async () => {
  const stop = new AbortController()
  const calls: unknown[] = []
  const call = (async (endpoint: unknown, input: { body?: unknown }) => {
    calls.push(endpoint === releaseUnheld ? input.body : 'claim')
    if (calls.length === 1) throw new Refusal('dependency_unavailable', 'Cut.', { retryAfterSeconds: 0 })
    if (endpoint === claimJob) stop.abort(new Error('stop'))
    return null
  }) as unknown as NodeCall
  const held = crypto.randomUUID()
  await claimJobs({
    call,
    slots: 1,
    holding: () => [held],
    perform: async () => {},
    log,
    signal: stop.signal,
  })
  expect(calls).toEqual(['claim', { holding: [held] }, 'claim'])
})
