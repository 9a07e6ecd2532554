import { setImmediate as tick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

const patient = { ms: 60_000, signal: new AbortController().signal }

/** Work that ends when the test calls `end`. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { work: () => promise, end: resolve }
}

test('runs at most two at once, and the others in the order of the calls', async () => {
  const atOnce = limitConcurrency(2)
  const begun: number[] = []
  const works = Array.from({ length: 5 }, held)
  const all = works.map(({ work }, at) =>
    atOnce(patient, () => {
      begun.push(at)
      return work()
    }),
  )
  for (const [at, { end }] of works.entries()) {
    await tick()
    expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, at + 2))
    end(`${at}`)
  }
  expect(await Promise.all(all)).toEqual(['0', '1', '2', '3', '4'])
})

test('work that fails rejects its own call, and the next still runs', async () => {
  const atOnce = limitConcurrency(1)
  const failing = atOnce(patient, async () => {
    throw new Error('mine')
  })
  const next = atOnce(patient, async () => 'done')
  await expect(failing).rejects.toThrow('mine')
  expect(await next).toBe('done')
})

test('never starts work that times out or is aborted while it waits, and starts the next instead', async () => {
  const atOnce = limitConcurrency(1)
  const first = held()
  const done = atOnce(patient, first.work)
  const controller = new AbortController()
  let begun = 0
  const begin = async () => ++begun
  const timedOut = atOnce({ ...patient, ms: 1 }, begin)
  const aborted = atOnce({ ms: 60_000, signal: controller.signal }, begin)
  const alreadyAborted = atOnce({ ms: 60_000, signal: AbortSignal.abort() }, begin)
  controller.abort()
  expect(await Promise.all([timedOut, aborted, alreadyAborted])).toEqual([undefined, undefined, undefined])
  const last = atOnce(patient, begin)
  first.end('first')
  expect(await Promise.all([done, last])).toEqual(['first', 1])
  expect(await atOnce(patient, begin)).toBe(2)
})
