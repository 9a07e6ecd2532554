import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type FaultProxy, startFaultProxy } from '@infra/fault-proxy/start-fault-proxy'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findViolations } from '../../../apps/api/src/model/invariants.ts'
import { ROOT } from '../root.ts'
import {
  type Acknowledged,
  keepOrdering,
  nothingAcknowledged,
  placeOrder,
  startCountingNode,
} from '../test/acknowledged-traffic.ts'
import { expectWhole, untilAllEnded } from '../test/echo-network.ts'
import {
  type ReplicatedPostgres,
  type ReplicatedServer,
  replicateSynchronously,
  startReplicatedPostgres,
  stopReplicatingSynchronously,
} from '../test/replicated-postgres.ts'
import { signInUsers } from '../test/retrying-users.ts'
import { type RunningApi, startApi } from '../test/start-api.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** `npm run failover` runs more, and all three forms. */
const ORDERS = Number(process.env.FAILOVER_ORDERS ?? 60)
const longForm = process.env.FAILOVER_ORDERS ? test : () => {}

/** `FAILOVER_SABOTAGE=1`: the standby is asynchronous and, where the primary is killed, this far behind. */
const SABOTAGE = Boolean(process.env.FAILOVER_SABOTAGE)
const BEHIND_MS = 500

const APIS = 2
const PEOPLE = 8
const NODES = 4

/** How long people keep ordering after the old primary is back. */
const ORDERS_AFTER_MS = 8_000

const STUCK_AFTER_MS = 90_000
const limits = { retry: 0, timeout: 180_000 + ORDERS * 200 }

test(
  `the primary is killed during ${ORDERS} orders and its standby promoted: nothing acknowledged is lost or doubled`,
  limits,
  async () => {
    const { network, primary, standby, acknowledged, done } = await startAmongOrders()

    if (SABOTAGE) await network.postgres.replication.inject({ kind: 'blackhole' })
    if (SABOTAGE) await sleep(BEHIND_MS)
    const killedAt = Date.now()
    await primary.kill()
    await standby.query('select pg_promote()')
    await done
    await expectNothingLost(standby, acknowledged)
    report('primary killed', acknowledged, killedAt)
  },
)

longForm(
  `the primary is cut off during ${ORDERS} orders and comes back: nothing acknowledged is lost or doubled`,
  limits,
  async () => {
    const network = await startNetwork()
    const { primary, standby } = network.postgres
    // On the old primary's side: it always reaches that one, and the new one only while the network isn't split.
    const toStandby = await proxyTo(standby.url)
    const isolated = await startApi(network.folder, {
      ...network.env,
      DATABASE_URL: severalHosts(primary.url, toStandby.url),
    })
    const [someone] = await signInUsers([isolated], 1)
    await startCountingNode(someone!, [isolated.prefix], network.acknowledged)
    let isRestored = false
    const { acknowledged, done } = startTraffic(network, () => isRestored)
    await until(acknowledged, () => acknowledged.orders.size > ORDERS / 3)

    const cutOffAt = Date.now()
    const proxies = [network.toPrimary, network.postgres.replication, toStandby]
    for (const proxy of proxies) await proxy.inject({ kind: 'blackhole' })
    await standby.query('select pg_promote()')
    const onOldPrimary = nothingAcknowledged()
    const isolatedOrders = Array.from({ length: 5 }, () => placeOrder(someone!, onOldPrimary))
    const isRefused = (times: number) => onOldPrimary.refused >= times || onOldPrimary.orders.size > 0
    await until(acknowledged, () => acknowledged.orders.size > (2 * ORDERS) / 3 && isRefused(5))
    // Like a supervisor that doesn't know of the promotion. Commits that waited for the standby can now be read, and no other server has them.
    await primary.kill()
    await primary.startAgain()
    const refused = onOldPrimary.refused
    await until(acknowledged, () => isRefused(refused + 15))
    expect([...onOldPrimary.orders.keys()]).toEqual([])

    for (const proxy of proxies) await proxy.restore()
    await sleep(ORDERS_AFTER_MS)
    isRestored = true
    await done
    await Promise.all(isolatedOrders)
    // Every process queries its database each second; the old primary gets no more queries.
    await expect
      .poll(() =>
        primary.query(
          `select query from pg_stat_activity where application_name like 'infra-%' and application_name <> 'infra-primary'
        and query_start > now() - interval '3 seconds'`,
        ),
      )
      .toEqual([])
    for (const [key, order] of onOldPrimary.orders) acknowledged.orders.set(key, order)
    await expectNothingLost(standby, acknowledged)
    report('primary cut off', acknowledged, cutOffAt)
  },
)

longForm(
  `the standby is killed during ${ORDERS} orders: they are refused until an operator turns off synchronous replication`,
  limits,
  async () => {
    const { network, primary, standby, acknowledged, done } = await startAmongOrders()

    await standby.kill()
    // What the standby had received by then still gets a response.
    await sleep(1_000)
    const answered = acknowledged.orders.size
    const refused = acknowledged.refused
    const isAllDone = () => acknowledged.orders.size >= ORDERS
    await until(acknowledged, () => acknowledged.refused >= refused + 2 * PEOPLE || isAllDone())
    expect(acknowledged.orders.size).toBe(answered)

    const turnedOffAt = Date.now()
    await stopReplicatingSynchronously(primary)
    await done
    await standby.startAgain()
    await replicateSynchronously(network.postgres)
    await expectNothingLost(primary, acknowledged)
    // It has everything again, including what was written without it.
    await expectNothingMissing(standby, acknowledged)
    report('standby killed, synchronous replication off', acknowledged, turnedOffAt)
  },
)

interface Network {
  postgres: ReplicatedPostgres
  /** From the API processes to the primary. */
  toPrimary: FaultProxy
  apis: RunningApi[]
  /** For a further API process. */
  env: NodeJS.ProcessEnv
  folder: string
  acknowledged: Acknowledged
}

async function startNetwork(): Promise<Network> {
  const folder = await temporaryFolder()
  const postgres = await startReplicatedPostgres(folder)
  if (!SABOTAGE) await replicateSynchronously(postgres)
  const toPrimary = await proxyTo(postgres.primary.url)
  const env = {
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: severalHosts(toPrimary.url, postgres.standby.url),
    QUEUE_PER_USER: '1000000',
  }
  const apis = await Promise.all(Array.from({ length: APIS }, () => startApi(folder, env)))
  const acknowledged = nothingAcknowledged()
  const [operator] = await signInUsers(apis, 1)
  const prefixes = apis.map(({ prefix }) => prefix)
  await Promise.all(Array.from({ length: NODES }, () => startCountingNode(operator!, prefixes, acknowledged)))
  return { postgres, toPrimary, apis, env, folder, acknowledged }
}

/** In libpq's form: further hosts after commas. */
function severalHosts(url: string, other: string): string {
  const { host } = new URL(url)
  return url.replace(host, `${host},${new URL(other).host}`)
}

/** A network in the middle of its orders. */
async function startAmongOrders() {
  const network = await startNetwork()
  const { acknowledged, done } = startTraffic(network)
  await until(acknowledged, () => acknowledged.orders.size > ORDERS / 2)
  return { network, ...network.postgres, acknowledged, done }
}

/** People order until there are enough acknowledged orders and, if given, they may stop. */
function startTraffic(
  { apis, acknowledged }: Network,
  mayEnd = () => true,
): { acknowledged: Acknowledged; done: Promise<void> } {
  const isOver = () => acknowledged.orders.size >= ORDERS && mayEnd()
  const done = signInUsers(apis, PEOPLE).then(async (people) => {
    await Promise.all(people.map((person) => keepOrdering(person, acknowledged, isOver)))
  })
  return { acknowledged, done }
}

/** Checks the remaining database with queries that share nothing with the product. */
async function expectNothingLost(server: ReplicatedServer, acknowledged: Acknowledged): Promise<void> {
  const client = new pg.Client(server.url)
  await client.connect()
  onTestFinished(() => client.end())
  await expectNothingMissing(server, acknowledged)
  expect(await untilAllEnded(client, STUCK_AFTER_MS)).toEqual([{ open: 0 }])
  await expectWhole(client, acknowledged.orders.size)
  await expect.poll(() => findViolations(client)).toEqual([])
  await promisify(execFile)(process.execPath, [join(ROOT, 'apps/api/src/check-books.ts')], {
    env: { ...process.env, DATABASE_URL: server.url },
  })
  expect(acknowledged.wrong).toEqual([])
}

/** Every acknowledged order is one job, and every acknowledged result is that of its job, and paid. */
async function expectNothingMissing(server: ReplicatedServer, acknowledged: Acknowledged): Promise<void> {
  // Nodes keep working meanwhile: what is acknowledged after the tables were read can't be in them.
  const orders = new Map(acknowledged.orders)
  const results = new Map(acknowledged.results)
  const client = new pg.Client(server.url)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ id: string; key: string }>(
    `select id, input ->> 'text' as key from jobs`,
  )
  const jobs = new Map(rows.map(({ key, id }) => [key, id]))
  expect([...orders.keys()].filter((key) => jobs.get(key) !== orders.get(key)!.jobId)).toEqual([])
  expect(rows.length).toBe(jobs.size)
  const paid = await client.query<{ id: string; job: string }>(
    `select a.id, a.job_id as job from attempts a join ledger_entries e on e.event = 'settle:' || a.job_id and e.bucket = 'held'
    where a.state = 'finished'`,
  )
  const finished = new Map(paid.rows.map(({ id, job }) => [id, job]))
  expect([...results].filter(([attempt, job]) => finished.get(attempt) !== job)).toEqual([])
}

function report(form: string, { orders, results, refused, leasesLost }: Acknowledged, since: number): void {
  const later = [...orders.values()]
    .filter(({ sentAt }) => sentAt > since)
    .map(({ answeredAt }) => answeredAt)
  console.log(
    `${form}: ${orders.size} orders, ${results.size} results and as many payments acknowledged, 0 lost, 0 doubled; ${refused} asked to retry, ` +
      `${leasesLost} results too late; served again after ${((Math.min(...later) - since) / 1000).toFixed(1)} s`,
  )
}

/** Also returns when something is wrong, which the assertions then show. */
async function until({ wrong }: Acknowledged, isSo: () => boolean): Promise<void> {
  while (!isSo() && wrong.length === 0) await sleep(10)
}

async function proxyTo(url: string): Promise<FaultProxy> {
  const proxy = await startFaultProxy(url)
  onTestFinished(proxy.close)
  return proxy
}
