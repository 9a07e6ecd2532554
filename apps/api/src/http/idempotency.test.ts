import { randomUUID } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../db/client.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { deleteOldIdempotencyKeys, once } from './idempotency.ts'

const { clock, deps } = await startTestApi()
const { db } = deps
await db.execute(sql`create table done (what text)`)

const HOUR = 60 * 60_000
const order = (changes: object = {}) => ({
  scope: 'POST /job 0xa',
  key: randomUUID(),
  payload: { prompt: 'fox', options: { seed: 1, size: 2 } },
  now: clock.now,
  ...changes,
})
const doIt = (what: string) => async (tx: Db) => {
  await tx.execute(sql`insert into done values (${what})`)
  return { id: randomUUID(), what }
}
const timesDone = async (what: string) =>
  (await db.execute(sql`select * from done where what = ${what}`)).rows.length

test('[J20] of 50 simultaneous calls with one key, one does the work and all get its answer', async () => {
  const request = order()
  const what = `parallel ${request.key}`
  const answers = await Promise.all(Array.from({ length: 50 }, () => once(db, request, doIt(what))))
  expect(await timesDone(what)).toBe(1)
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
})

test('[J19] refuses another payload under the same key, but not the same one in another order', async () => {
  const request = order()
  const first = await once(db, request, doIt('order'))

  await expect(once(db, { ...request, payload: { prompt: 'cat' } }, doIt('order'))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  const payload = { options: { size: 2, seed: 1 }, prompt: 'fox' }
  expect(await once(db, { ...request, payload }, doIt('order'))).toEqual(first)
  expect(await timesDone('order')).toBe(1)
})

test('a key belongs to one caller of one endpoint', async () => {
  const key = randomUUID()
  for (const scope of ['POST /job 0xa', 'POST /job 0xb', 'POST /retry 0xa']) {
    await once(db, order({ scope, key }), doIt('scopes'))
  }
  expect(await timesDone('scopes')).toBe(3)
})

test('work that fails does not use up its key, and can be retried', async () => {
  const request = order()
  const failing = once(db, request, async (tx) => {
    await doIt('failing')(tx)
    throw new Refusal('insufficient_credits', 'Not enough.')
  })
  await expect(failing).rejects.toMatchObject({ code: 'insufficient_credits' })
  expect(await timesDone('failing')).toBe(0)

  await once(db, request, doIt('failing'))
  expect(await timesDone('failing')).toBe(1)
})

test('when the first of two simultaneous calls fails, the second does the work', async () => {
  const request = order()
  const { promise: mayFail, resolve: letFail } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = once(db, request, async () => {
    begin()
    await mayFail
    throw new Error('first')
  })
  await begun
  const second = once(db, request, doIt('second'))
  letFail()
  await expect(first).rejects.toThrow('first')
  expect(await second).toMatchObject({ what: 'second' })
})

test('a key is valid for 24 hours, swept or not', async () => {
  const request = order()
  await once(db, request, doIt('day'))
  await once(db, { ...request, now: new Date(clock.now.getTime() + 24 * HOUR) }, doIt('day'))
  expect(await timesDone('day')).toBe(1)
  await once(db, { ...request, now: new Date(clock.now.getTime() + 24 * HOUR + 1) }, doIt('day'))
  expect(await timesDone('day')).toBe(2)

  await deleteOldIdempotencyKeys(db, new Date(clock.now.getTime() + 24 * HOUR + 1))
  const left = await db.select().from(idempotencyKeys)
  expect(left.map(({ key }) => key)).toEqual([request.key])
})

test('does the work each time without a key, and can repeat an answer of null', async () => {
  for (let time = 0; time < 2; time++) await once(db, order({ key: undefined }), doIt('keyless'))
  expect(await timesDone('keyless')).toBe(2)

  const request = order()
  await once(db, request, async () => null)
  expect(await once(db, request, async () => 'again')).toBeNull()
})
