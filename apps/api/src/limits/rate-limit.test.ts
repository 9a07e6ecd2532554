import { endpoint } from '@infra/protocol/endpoint'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { rateWindows } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { eventually } from '../test/eventually.ts'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { holdStatement } from '../test/hold-statement.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { deleteOldRateWindows, networkOf, rateLimiter } from './rate-limit.ts'

const COUNT_MAX = 3
const limitedEndpoint = endpoint({
  method: 'POST',
  path: '/test/limited',
  summary: 'A call that is limited.',
  caller: 'anyone',
  response: null,
  limit: { count: COUNT_MAX, seconds: 60 },
  refusals: [],
})
const addRoutes = (api: FastifyInstance, deps: Deps) => route(api, deps, limitedEndpoint, () => undefined)

const first = await startTestApi({ addRoutes })
const DATABASE_URL = first.deps.config.databaseUrl
const second = await startTestApi({ addRoutes, env: { DATABASE_URL } })
const behindProxy = await startTestApi({ addRoutes, env: { DATABASE_URL, TRUST_PROXY: '127.0.0.1' } })

let hour = 0
beforeEach(() => {
  // Each test has rate windows of its own.
  const now = new Date(Date.UTC(2026, 0, 1, hour++))
  for (const { clock } of [first, second, behindProxy]) clock.now = now
})

const callEndpoint = ({ origin }: { origin: string }, forwardedFor?: string) =>
  readAnswer(
    fetch(`${origin}/api/test/limited`, {
      method: 'POST',
      headers: forwardedFor ? { 'x-forwarded-for': forwardedFor } : {},
    }),
  )
const statusesOf = async (answers: ReturnType<typeof callEndpoint>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort()

describe('the rate limit of an endpoint', () => {
  test('is shared by all API processes and exact for simultaneous requests', async () => {
    const calls = Array.from({ length: 10 }, (_, index) => callEndpoint(index % 2 ? first : second))
    expect(await statusesOf(calls)).toEqual([...Array(COUNT_MAX).fill(204), ...Array(7).fill(429)])
  })

  test('is a refusal that says when to try again', async () => {
    for (let count = 0; count < COUNT_MAX; count++) await callEndpoint(first)
    first.clock.now = new Date(first.clock.now.getTime() + 18_500)
    const answer = await callEndpoint(first)
    const problem = expectRefusal(answer, { status: 429, code: 'rate_limited' })
    expect(answer.headers.get('retry-after')).toBe('42')
    expect(problem.detail).toBe('Too many requests. Try again in 42 s.')

    first.clock.now = new Date(first.clock.now.getTime() + 42_000)
    expect((await callEndpoint(first)).status).toBe(204)
  })

  test('does not count refused requests in the database', async () => {
    for (let count = 0; count < COUNT_MAX; count++) await callEndpoint(first)
    expect(await statusesOf([callEndpoint(first), callEndpoint(first)])).toEqual([429, 429])
    const now = eq(rateWindows.startsAt, first.clock.now)
    const windows = await first.deps.db.select().from(rateWindows).where(now)
    expect(windows.map(({ count }) => count)).toEqual([COUNT_MAX])
  })

  test('cannot be avoided by sending X-Forwarded-For', async () => {
    const calls = Array.from({ length: 5 }, (_, index) => callEndpoint(first, `203.0.113.${index}`))
    expect(await statusesOf(calls)).toEqual([204, 204, 204, 429, 429])
  })

  test('counts each address separately behind a trusted proxy', async () => {
    const calls = Array.from({ length: 5 }, (_, index) => callEndpoint(behindProxy, `203.0.113.${index}`))
    expect(await statusesOf(calls)).toEqual([204, 204, 204, 204, 204])
  })

  test('cannot be avoided by sending a trusted proxy a list of addresses', async () => {
    const calls = Array.from({ length: 5 }, (_, index) =>
      callEndpoint(behindProxy, `203.0.113.${index}, 198.51.100.7`),
    )
    expect(await statusesOf(calls)).toEqual([204, 204, 204, 429, 429])
  })

  test('counts the addresses of one IPv6 network together behind a trusted proxy', async () => {
    const calls = Array.from({ length: 5 }, (_, index) => callEndpoint(behindProxy, `2001:db8:1:2::${index}`))
    expect(await statusesOf(calls)).toEqual([204, 204, 204, 429, 429])
    expect((await callEndpoint(behindProxy, '2001:db8:1:3::1')).status).toBe(204)
  })
})

test('a caller far below the limit doesn’t wait for the count, but a burst near it does', async () => {
  const { db } = first.deps
  const now = new Date('2026-03-01T00:00:00Z')
  const limit = 40
  const count = rateLimiter(db)('test endpoint', { count: limit, seconds: 60 })
  await count('a', now)
  const counts = holdStatement(first.deps, 'count-requests')
  let through = 0
  const burst = Array.from({ length: 60 }, async () => {
    await count('a', now)
    through++
  })
  await eventually(() => expect(counts.answers()).toBe(1))
  expect(through).toBe(limit / 4 - 1)
  counts.release()
  const outcomes = await Promise.allSettled(burst)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit - 1)
  await expect(count('a', now)).rejects.toMatchObject({ code: 'rate_limited' })
  await count('b', now)
})

test.for([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['not an address', 'not an address'],
])('counts %s as %s', ([ip, network]) => {
  expect(networkOf(ip!)).toBe(network)
})

test('the sweep deletes only windows older than a day', async () => {
  const { db } = first.deps
  const now = new Date('2026-02-01T00:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60_000)
  await db.insert(rateWindows).values([
    { key: 'sweep', startsAt: hoursAgo(24.1), count: 1 },
    { key: 'sweep', startsAt: hoursAgo(23.9), count: 2 },
  ])

  await deleteOldRateWindows(db, now)

  const left = await db
    .select({ count: rateWindows.count })
    .from(rateWindows)
    .where(eq(rateWindows.key, 'sweep'))
  expect(left).toEqual([{ count: 2 }])
})
