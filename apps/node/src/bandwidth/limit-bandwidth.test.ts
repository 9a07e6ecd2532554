import { uploadOutput } from '@infra/protocol/attempts'
import { expect, onTestFinished, test } from 'vitest'
import { caller } from '../agent/session.ts'
import { startScriptedApi } from '../test/scripted-api.ts'
import { sha256 } from '../test/scripted-network.ts'
import { limitBandwidth, tokenBucket } from './limit-bandwidth.ts'
import { PacedFile } from './paced-file.ts'

const MEGABYTE = 1_000_000

/** A bucket whose clock advances only with `wait`. */
function bucketOf(mbit: number) {
  let now = 0
  const waits: number[] = []
  const pace = tokenBucket(
    mbit,
    () => now,
    async (ms) => {
      waits.push(ms)
    },
  )
  return { pace, waits, wait: (ms: number) => (now += ms) }
}

test('transfers together take as long as the limit requires, apart from one short burst', async () => {
  const { pace, waits, wait } = bucketOf(8)
  for (let at = 0; at < 10; at += 1) await pace(MEGABYTE / 10)
  // One megabyte at 8 Mbit takes a second, of which a quarter is the burst.
  expect(waits.at(-1)).toBeCloseTo(750)
  expect(waits).toEqual(waits.toSorted((one, other) => one - other))
  wait(10_000)
  waits.length = 0
  await pace(MEGABYTE)
  expect(waits[0]).toBeCloseTo(750)
})

test('a small transfer doesn’t wait', async () => {
  const { pace, waits } = bucketOf(8)
  await pace(1_000)
  expect(waits).toEqual([])
})

test('a throttled file arrives whole with its length announced, and every byte is counted', async () => {
  const api = await startScriptedApi()
  onTestFinished(() => api.down())
  api.on(uploadOutput, ({ bytes }) => ({ sha256: sha256(bytes), bytes: bytes.length }))
  const content = Buffer.alloc(300_000, 'picture')
  let passed = 0
  const file = new PacedFile(new Blob([content]), async (bytes) => {
    passed += bytes
  })
  const input = { params: { id: crypto.randomUUID() }, headers: { 'x-lease-token': crypto.randomUUID() } }
  const query = { kind: 'image' as const, sha256: sha256(content) }
  const kept = await caller(api.prefix)(uploadOutput, { ...input, query, file } as never, { seconds: 20 })
  expect(kept).toEqual({ sha256: sha256(content), bytes: content.length })
  expect(passed).toBe(content.length)
  expect(Number(api.received[0]!.headers['content-length'])).toBeGreaterThan(content.length)
})

test('with a limit, uploads run one after another, and a failed one doesn’t block the next', async () => {
  const { sequentially } = limitBandwidth({ downMbit: undefined, upMbit: 2 })
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const one = sequentially(async () => {
    order.push('one begins')
    await first.promise
    order.push('one fails')
    throw new Error('broken')
  })
  const two = sequentially(async () => order.push('two'))
  await Promise.resolve()
  first.resolve()
  await expect(one).rejects.toThrow('broken')
  await two
  expect(order).toEqual(['one begins', 'one fails', 'two'])
})

test('without limits, nothing is throttled', () => {
  expect(limitBandwidth({ downMbit: undefined, upMbit: undefined })).toMatchObject({
    down: undefined,
    up: undefined,
  })
})
