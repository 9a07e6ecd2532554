import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Fault, type FaultProxy, startFaultProxy } from '@infra/fault-proxy/start-fault-proxy'
import { type Postgres, startPostgres } from '@infra/postgres/start-postgres'
import type { Call } from '@infra/protocol/client'
import { getMe } from '@infra/protocol/users'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { expectWhole, orderEcho, startEchoNode, untilAllEnded, untilOnline } from '../test/echo-network.ts'
import { type Answers, missingReports, noAnswers, writeReport, writeReports } from '../test/report-writers.ts'
import { signInUsers } from '../test/retrying-users.ts'
import { startApi } from '../test/start-api.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** `npm run faults` runs more. */
const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 1)

const WRITERS = 4

/** How long a fault lasts. */
const LASTS_MS = 1_200

/** The API gives up on a silent database after 5 s; a call without a response long after that never gets one. */
const DEADLINE_MS = 40_000

const STUCK_AFTER_MS = 90_000
const HOUR_MS = 3_600_000

/** `FAULTS_SABOTAGE=1` lets PostgreSQL acknowledge before it has written: then the first test must fail. */
const SABOTAGE: NodeJS.ProcessEnv = process.env.FAULTS_SABOTAGE
  ? { PGOPTIONS: '-c synchronous_commit=off' }
  : {}

const networkFaults: readonly Fault[] = [
  { kind: 'blackhole' },
  { kind: 'refuse' },
  { kind: 'reset' },
  { kind: 'cut', afterBytes: 700 },
  { kind: 'latency', ms: 200 },
  { kind: 'trickle', bytesPerSecond: 4_000 },
]

const run = promisify(execFile)

const shared = await mkdtemp(join(tmpdir(), 'infra-faults-'))
await chmod(shared, 0o755)
const database = await killableDatabase(join(shared, 'postgres'))
afterAll(async () => {
  await database.stop()
  await rm(shared, { recursive: true })
})

/** Each test has its own database on the shared server. */
async function emptyDatabase(): Promise<string> {
  const client = await clientOf(database.url)
  const name = `faults_${Date.now()}`
  await client.query(`create database ${name}`)
  return database.url.replace(/postgres$/, name)
}

test(`[C35] ${ROUNDS} x every fault between API and database: calls end in time, nothing acknowledged is lost`, {
  retry: 0,
  timeout: 120_000 + ROUNDS * 90_000,
}, async () => {
  const folder = await temporaryFolder()
  const databaseUrl = await emptyDatabase()
  const proxy = await proxyTo(databaseUrl)
  const { prefix } = await startApi(folder, { DATABASE_URL: proxy.url, ...SABOTAGE })
  const answers = noAnswers()
  const flood = new AbortController()
  const writers = Array.from({ length: WRITERS }, () =>
    writeReports(prefix, answers, { signal: flood.signal, deadlineMs: DEADLINE_MS }),
  )
  await untilAcknowledged(prefix, answers)
  for (let round = 0; round < ROUNDS; round++) {
    for (const fault of networkFaults) {
      await proxy.inject(fault)
      await sleep(LASTS_MS)
      await proxy.restore()
      await untilAcknowledged(prefix, answers)
    }
    await database.crash()
    await untilAcknowledged(prefix, answers)
    await database.restart()
    await untilAcknowledged(prefix, answers)
  }
  flood.abort()
  await Promise.all(writers)

  const { acknowledged, refused, ...others } = answers
  expect(others).toEqual({ timedOut: 0, broken: 0, wrong: [] })
  // Otherwise the faults had no effect.
  expect(refused).toBeGreaterThan(0)
  expect(await missingReports(await clientOf(databaseUrl), acknowledged)).toEqual([])
  console.log(
    `${acknowledged.length} acknowledged, 0 lost; ${refused} refused with 503, 0 timed out, 0 wrong`,
  )
})

test(`[N34] ${ROUNDS} x every fault between people, API and node: no job is lost, doubled or stuck`, {
  retry: 0,
  timeout: 180_000 + ROUNDS * 120_000,
}, async () => {
  const folder = await temporaryFolder()
  const databaseUrl = await emptyDatabase()
  const { prefix } = await startApi(folder, { DATABASE_URL: databaseUrl })
  const [toPeople, toNode] = [await proxyTo(prefix), await proxyTo(prefix)]
  const [person] = await signInUsers([{ prefix: toPeople.url }], 1)
  await startEchoNode(person!, { name: 'Far away', apiUrl: toNode.url, folder })
  await untilOnline(prefix, 1)

  const client = await clientOf(databaseUrl)
  const ordered = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [place, fault] of networkFaults.entries()) {
      await toPeople.inject(fault)
      // A node gives up on a silent API after 35 s, which the short form leaves out.
      if (ROUNDS > 1 || fault.kind !== 'blackhole') await toNode.inject(fault)
      const orders = ['a', 'b'].map((which) => orderWithRetries(person!, `${round}-${place}-${which}`))
      await sleep(LASTS_MS)
      await Promise.all([toPeople.restore(), toNode.restore()])
      for (const id of await Promise.all(orders)) ordered.add(id)
    }
    expect(await untilAllEnded(client, STUCK_AFTER_MS)).toEqual([{ open: 0 }])
  }

  expect(ordered.size).toBe(ROUNDS * networkFaults.length * 2)
  await expectWhole(client, ordered.size)
  console.log(`${ordered.size} jobs, 0 lost, doubled, unpaid or stuck`)
})

test('[S29] with an API an hour ahead, another an hour behind and a node a day behind, sign-ins and jobs work', {
  timeout: 120_000,
}, async () => {
  const folder = await temporaryFolder()
  const databaseUrl = await emptyDatabase()
  const settings = { DATABASE_URL: databaseUrl, PUBLIC_URL: 'http://localhost:8080' }
  const apis = [
    await startApi(folder, { ...settings, ...clockAhead(HOUR_MS) }),
    await startApi(folder, { ...settings, ...clockAhead(-HOUR_MS) }),
  ]
  // Each call goes to one of the two.
  const [person] = await signInUsers(apis, 1)
  await startEchoNode(person!, {
    name: 'Yesterday',
    apiUrl: apis[1]!.prefix,
    folder,
    env: clockAhead(-24 * HOUR_MS),
  })
  await untilOnline(apis[0]!.prefix, 1)
  for (let order = 0; order < 5; order++) {
    await orderEcho(person!, `skewed-${order}`, { text: 'late', seconds: 0 })
    expect((await person!(getMe)).id).toMatch(/^0x/)
  }
  const client = await clientOf(databaseUrl)
  expect(await untilAllEnded(client, STUCK_AFTER_MS)).toEqual([{ open: 0 }])
  await expectWhole(client, 5)
})

/** Only root on Linux can mount; elsewhere there's no disk that we could fill. A skipped test would count as a failed one. */
const withSmallDisk = (await canMount()) ? test : () => {}

withSmallDisk(
  "[C35] when the database's disk is full, nothing acknowledged is lost, and writes work again once it has space",
  {
    timeout: 120_000,
  },
  async () => {
    const folder = await temporaryFolder()
    const disk = join(folder, 'postgres')
    await run('mkdir', ['-m', '755', disk])
    await mountSmallDisk(disk)
    onTestFinished(() => unmount(disk))
    const full = await killableDatabase(disk)
    onTestFinished(full.stop)
    const { prefix } = await startApi(folder, { DATABASE_URL: full.url })
    const answers = noAnswers()
    await untilAcknowledged(prefix, answers)

    await run('dd', ['if=/dev/zero', `of=${join(disk, 'ballast')}`, 'bs=1M']).catch(() => {})
    const client = await clientOf(full.url)
    // Fills the last page and the existing log.
    const swell = client.query(
      `create table swollen as select repeat(random()::text, 100) from generate_series(1, 200000)`,
    )
    await expect(swell).rejects.toThrow()
    for (let times = 0; times < 20; times++) await writeReport(prefix, answers, DEADLINE_MS)
    await rm(join(disk, 'ballast'))
    // If there is no room for the write-ahead log, PostgreSQL ends and its supervisor restarts it.
    await full.restart()
    await untilAcknowledged(prefix, answers)

    expect(answers).toMatchObject({ timedOut: 0, broken: 0, wrong: [] })
    expect(await missingReports(await clientOf(full.url), answers.acknowledged)).toEqual([])
  },
)

/** Retries after two seconds, like a person who presses the button a second time. */
async function orderWithRetries(person: Call, key: string): Promise<string> {
  for (;;) {
    try {
      return await orderEcho(person, key, { text: key, seconds: 1 }, () => AbortSignal.timeout(2_000))
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') throw error
    }
  }
}

interface KillableDatabase {
  url: string
  stop: () => Promise<void>
  /** Kills it with kill -9 and starts it again. */
  crash: () => Promise<void>
  restart: () => Promise<void>
}

async function killableDatabase(folder: string): Promise<KillableDatabase> {
  let server: Postgres = await startPostgres({ folder })
  const { port } = server
  const again = async () => {
    await server.exited
    server = await startPostgres({ folder, port })
  }
  return {
    url: server.url,
    stop: () => server.stop(),
    crash: async () => {
      const pidFile = await readFile(join(server.folder, 'cluster', 'postmaster.pid'), 'utf8')
      process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
      await again()
    },
    restart: async () => {
      await server.stop()
      await again()
    },
  }
}

async function proxyTo(url: string): Promise<FaultProxy> {
  const proxy = await startFaultProxy(url)
  onTestFinished(proxy.close)
  return proxy
}

async function clientOf(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function untilAcknowledged(prefix: string, answers: Answers): Promise<void> {
  while (!(await writeReport(prefix, answers, DEADLINE_MS))) await sleep(50)
}

/** Makes one of our programs see a clock that is off. */
function clockAhead(ms: number): NodeJS.ProcessEnv {
  const shifted = `const right = Date
globalThis.Date = class extends right {
  constructor(...given) { super(...(given.length ? given : [right.now() + ${ms}])) }
  static now() { return right.now() + ${ms} }
}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}` }
}

async function mountSmallDisk(folder: string): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder])
}

async function unmount(folder: string): Promise<void> {
  await run('umount', ['-l', folder])
}

async function canMount(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-mount-'))
  try {
    await mountSmallDisk(folder)
    await unmount(folder)
    return true
  } catch {
    return false
  } finally {
    await rm(folder, { recursive: true })
  }
}
