import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { linkNewNode } from '@infra/hand-node/sign-in'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import { type Call, createClient } from '@infra/protocol/client'
import { submitJob } from '@infra/protocol/jobs'
import { exchangeSignature, requestChallenge } from '@infra/protocol/sessions'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { startKillable } from '../test/killable-program.ts'
import { type Orders, placeOrders, startHandNode } from '../test/place-orders.ts'
import { FLOODING_NODE_APPS, type Flooded, type FloodOrder, startFlooder } from '../test/start-flooder.ts'

/** For each kind of caller. By default every request is sent once; `npm run flood` sends more, and only then are times checked. */
const SECONDS = Number(process.env.FLOOD_SECONDS ?? 0)
const IS_FULL = process.env.FLOOD_SECONDS !== undefined
const IDLE_SECONDS = IS_FULL ? 20 : 1
const REST_SECONDS = 20

/** The flooder shares this machine with the API, unlike a real attacker, so it gets the lowest priority. */
const NICE = Number(process.env.FLOOD_NICE ?? (IS_FULL ? 19 : 0))

const TIMES_MAX = 5
const MEMORY_TIMES_MAX = 1.5
const MEMORY_MORE_MAX = 100

const HEALTH_EVERY_MS = 250
const HEALTH_WITHIN_MS = 10_000

const PREFIX = '/api'
const HONEST_NETWORK = '198.51.100.7'
const NODE_NETWORK = '198.51.100.8'

/** `FLOOD_SABOTAGE=1`: nothing is counted, so no limit applies. */
const SABOTAGE = process.env.FLOOD_SABOTAGE !== undefined
const UNLIMITED: NodeJS.ProcessEnv = {
  CONNECTIONS_PER_NETWORK: '1000000',
  STREAMS_PER_NETWORK: '1000000',
  REQUESTS_PER_NETWORK: '1000000',
}
const COUNT_NOTHING = `
  create function no_limit() returns trigger language plpgsql as $$ begin new.count := 0; return new; end $$;
  create trigger no_limit before insert or update on rate_windows for each row execute function no_limit()`

const CALLERS = ['visitor', 'person', 'node'] as const

test(`a visitor, a person and a node flood every endpoint with its worst requests${IS_FULL ? `, ${SECONDS} s each` : ''}: the API stays up and serves an honest person`, {
  retry: 0,
  timeout: 240_000 + CALLERS.length * SECONDS * 3_000,
}, async () => {
  const { origin, database, pid } = await startApi()
  const over = new AbortController()
  onTestFinished(() => over.abort())
  const honest = await signIn(origin, HONEST_NETWORK)
  await database.query('update ledger_accounts set available = 1000000000 where address = $1', [
    honest.address.toLowerCase(),
  ])
  const node = await startHandNode(honest.call, {
    prefix: origin + PREFIX,
    network: NODE_NETWORK,
    signal: over.signal,
  })
  const health = watchHealth(origin, over.signal)
  const { id: jobId } = await honest.call(submitJob, { body: { appId: 'echo', input: { text: 'public' } } })
  await node.finished(jobId)

  const ordersFor = (work: Promise<unknown>) => {
    let isOver = false
    work.finally(() => (isOver = true)).catch(() => {})
    return placeOrders(honest.call, node, () => isOver)
  }
  // Warms up: Node.js still compiles what it runs.
  await ordersFor(sleep(IDLE_SECONDS * 500))
  const idle = await ordersFor(sleep(IDLE_SECONDS * 1000))
  const before = megabytesOf(pid())
  const floods: Orders[] = []
  const flooders = await flooderOrders(origin, { jobId, address: honest.address })
  for (const flooder of flooders) {
    const flood = startFlooder(flooder)
    const [flooded, orders] = await Promise.all([flood, ordersFor(flood)])
    print(flooder.caller, flooded, orders, idle)
    expect(flooded.failures).toEqual([])
    expect(orders.lost).toEqual([])
    expect(flooded.sent).toBeGreaterThan(flooded.endpoints / 2)
    expect(orders.finished.length).toBeGreaterThan(0)
    await honest.renew()
    floods.push(orders)
  }
  // The machine's other load varies, so the idle state is measured before and after.
  const rested = await ordersFor(sleep(IS_FULL ? REST_SECONDS * 1000 : 0))
  idle.finished.push(...rested.finished)
  const after = megabytesOf(pid())
  over.abort()
  const { asked, lost, slowestMs } = await health
  console.log(
    `health: ${asked} asked, ${lost.length} lost, the slowest took ${slowestMs} ms; memory ${before} MB before, ${after} MB after; ` +
      `against idle before and after, p50 and p99 x ${floods.map((orders) => timesOf(orders, idle).join(' and ')).join('; x ')}`,
  )
  expect(lost).toEqual([])
  expect(rested.lost).toEqual([])
  if (!IS_FULL) return
  expect(after).toBeLessThan(before * MEMORY_TIMES_MAX + MEMORY_MORE_MAX)
  for (const times of floods.flatMap((orders) => timesOf(orders, idle)))
    expect(times).toBeLessThanOrEqual(TIMES_MAX)
})

/** How much longer an order took while flooded, at p50 and p99. */
function timesOf(flooded: Orders, idle: Orders): number[] {
  return [0.5, 0.99].map((share) =>
    Number((percentile(flooded.finished, share) / percentile(idle.finished, share)).toFixed(1)),
  )
}

async function startApi() {
  const postgres = await startTemporaryPostgres()
  onTestFinished(postgres.stop)
  const port = await freePort()
  const api = startKillable('apps/api/src/main.ts', {
    PORT: String(port),
    DATABASE_URL: postgres.url,
    FILES_DIR: join(postgres.folder, 'files'),
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    ...(SABOTAGE && UNLIMITED),
  })
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) await sleep(50)
  const database = new pg.Client(postgres.url)
  await database.connect()
  onTestFinished(() => database.end())
  if (SABOTAGE) await database.query(COUNT_NOTHING)
  return { origin, database, pid: api.pid }
}

async function signIn(origin: string, network: string, key = generatePrivateKey()) {
  const account = privateKeyToAccount(key)
  const headers: Record<string, string> = { 'x-forwarded-for': network }
  const visitor = createClient({ prefix: origin + PREFIX, headers: () => ({ 'x-forwarded-for': network }) })
  const renew = async () => {
    const { message } = await visitor(requestChallenge, { body: { userId: account.address } })
    const signature = await account.signMessage({ message })
    const { accessToken } = await visitor(exchangeSignature, { body: { userId: account.address, signature } })
    headers.authorization = `Bearer ${accessToken}`
  }
  await renew()
  const call: Call = createClient({ prefix: origin + PREFIX, headers: () => headers })
  return { address: account.address, call, renew }
}

/** Each flooder has its own network. */
async function flooderOrders(
  origin: string,
  { jobId, address }: { jobId: string; address: string },
): Promise<FloodOrder[]> {
  const operator = await signIn(origin, '203.0.113.9')
  const { account, privateKey } = await linkNewNode(operator.call, { apps: FLOODING_NODE_APPS })
  const known = { jobId, address, nodeId: account.address }
  const shared = { origin, prefix: PREFIX, seconds: SECONDS, known, nice: NICE }
  return CALLERS.map((caller, place) => ({
    ...shared,
    caller,
    key: caller === 'node' ? privateKey : generatePrivateKey(),
    network: `203.0.113.${place + 1}`,
  }))
}

interface Health {
  asked: number
  lost: string[]
  slowestMs: number
}

async function watchHealth(origin: string, signal: AbortSignal): Promise<Health> {
  const health: Health = { asked: 0, lost: [], slowestMs: 0 }
  while (!signal.aborted) {
    const from = performance.now()
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(HEALTH_WITHIN_MS) }).then(
      ({ status }) => String(status),
      (error: Error) => error.name,
    )
    const tookMs = Math.round(performance.now() - from)
    health.asked++
    health.slowestMs = Math.max(health.slowestMs, tookMs)
    if (answer !== '200') health.lost.push(answer)
    await sleep(Math.max(0, HEALTH_EVERY_MS - tookMs))
  }
  return health
}

function print(caller: string, flooded: Flooded, orders: Orders, idle: Orders): void {
  const { sent, endpoints, statuses, slowest, streamsHeld, streamsRefused } = flooded
  const ms = (of: number[], share: number) => percentile(of, share).toFixed(1)
  const both = (share: number) =>
    `p${share * 100} ${ms(orders.finished, share)} ms (idle ${ms(idle.finished, share)} ms), answered in ${ms(orders.answered, share)} ms (idle ${ms(idle.answered, share)} ms)`
  console.log(
    [
      `${caller}: ${sent} requests to ${endpoints} endpoints, ${streamsHeld} streams held and ${streamsRefused} refused; ${JSON.stringify(statuses)}`,
      `  honest orders: ${orders.finished.length} finished, ${orders.lost.length} lost, ${orders.refused.length} asked to retry; ${both(0.5)}; ${both(0.99)}`,
      `  slowest endpoints: ${slowest.join(', ')}`,
    ].join('\n'),
  )
}

function percentile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}

/** The process's resident memory. */
function megabytesOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}
