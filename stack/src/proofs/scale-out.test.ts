import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import { createClient } from '@infra/protocol/client'
import { getUpload, uploadFile } from '@infra/protocol/files'
import { listFinishedJobs, watchFeed } from '@infra/protocol/jobs'
import pg from 'pg'
import S3rver from 's3rver'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type Balancer, startBalancer } from '../test/balancer.ts'
import { expectWhole, orderEcho, startEchoNode, untilAllEnded, untilOnline } from '../test/echo-network.ts'
import { type KillableProgram, startKillable } from '../test/killable-program.ts'
import { type Answers, noAnswers, writeReports } from '../test/report-writers.ts'
import { signInUsers } from '../test/retrying-users.ts'
import { separateHosts } from '../test/separate-hosts.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** `npm run scale-out` runs more. */
const ROUNDS = Number(process.env.SCALE_OUT_ROUNDS ?? 1)
const APIS = Number(process.env.SCALE_OUT_APIS ?? 2)
const NODES = 2

/** What each process may open of the 97 connections that PostgreSQL gives by default; 20 processes need `SCALE_OUT_CONNECTIONS=4`. */
const CONNECTIONS = process.env.SCALE_OUT_CONNECTIONS

/** `SCALE_OUT_SABOTAGE=1`: a process that is to end stops listening at once, before any balancer can know. */
const DRAIN_SECONDS = process.env.SCALE_OUT_SABOTAGE ? '0' : '3'

const READERS = 3
const DEADLINE_MS = 30_000
const STUCK_AFTER_MS = 90_000

test(`${ROUNDS} x a rolling restart of ${APIS} API processes on one database and bucket, with nodes on ${NODES} hosts: no request fails, no job is lost`, {
  retry: 0,
  timeout: 180_000 + ROUNDS * APIS * 40_000,
}, async () => {
  const { apis, balancer, databaseUrl, folder } = await startNetwork()
  const prefix = `http://127.0.0.1:${balancer.port}/api`
  const [person] = await signInUsers([{ prefix }], 1)
  const { hosts, areReal } = await separateHosts(NODES)
  for (const [place, { within, tunnelTo }] of hosts.entries()) {
    await tunnelTo(balancer.port)
    await startEchoNode(person!, { name: `Host ${place}`, apiUrl: prefix, folder, within })
  }
  await untilOnline(prefix, NODES)
  const file = new Blob([
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  ])
  const upload = await person!(uploadFile, { file })

  const client = new pg.Client(databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())

  const restarting = new AbortController()
  const traffic = startTraffic(prefix, restarting.signal)
  const connections = mostConnections(client, restarting.signal)
  let jobs = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const { program, port } of apis) {
      await orderEcho(person!, `before-${jobs++}`, { text: 'before', seconds: 1 })
      const recycled = program.recycle()
      await orderEcho(person!, `while-${jobs++}`, { text: 'while', seconds: 1 })
      await recycled
      await balancer.untilReady([port])
    }
  }
  restarting.abort()
  const counted = await traffic
  const { most, allowed } = await connections

  // Files that one process received are served by the other, since they are in the bucket.
  const links = await Promise.all(apis.map(() => person!(getUpload, { params: { id: upload.id } })))
  for (const { url } of links) expect((await fetch(new URL(url, prefix))).status).toBe(200)
  expect(await untilAllEnded(client, STUCK_AFTER_MS)).toEqual([{ open: 0 }])
  await expectWhole(client, jobs)
  console.log(
    `${counted.sent} requests sent, ${counted.failed} failed; ${jobs} jobs, 0 lost; ${counted.streams} streams ended and were opened anew; at most ${most} of ${allowed} connections to the database; ${
      areReal ? 'nodes in network namespaces' : 'no network namespaces here: nodes on loopback'
    }`,
  )
  expect(counted).toMatchObject({ failed: 0, brokenStreams: 0 })
  expect(counted.streams).toBeGreaterThan(0)
  // A process that starts has only the connection that migrates.
  if (CONNECTIONS) expect(most).toBeLessThanOrEqual(APIS * Number(CONNECTIONS))
})

interface Network {
  apis: { program: KillableProgram; port: number }[]
  balancer: Balancer
  databaseUrl: string
  folder: string
}

async function startNetwork(): Promise<Network> {
  const postgres = await startTemporaryPostgres()
  onTestFinished(postgres.stop)
  const folder = await temporaryFolder()
  const bucket = await startBucket(join(folder, 's3'))
  const ports = await Promise.all(Array.from({ length: APIS }, () => freePort()))
  const balancer = await startBalancer('0.0.0.0', ports)
  const apis = ports.map((port, place) => ({
    port,
    program: startKillable('apps/api/src/main.ts', {
      ...bucket,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${balancer.port}`,
      DATABASE_URL: postgres.url,
      // Each has its own disk, as on separate machines.
      FILES_DIR: join(folder, `files-${place}`),
      DRAIN_SECONDS,
      ...(CONNECTIONS && { DATABASE_CONNECTIONS: CONNECTIONS }),
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
    }),
  }))
  await balancer.untilReady(ports)
  return { apis, balancer, databaseUrl: postgres.url, folder }
}

async function startBucket(directory: string): Promise<NodeJS.ProcessEnv> {
  const buckets = [{ name: 'infra-files', configs: [] }]
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: buckets,
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'infra-files',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

/** The most connections that the API processes had at once, sampled four times per second, and how many the server allows. */
async function mostConnections(client: pg.Client, signal: AbortSignal) {
  let most = 0
  let allowed = 0
  while (!signal.aborted) {
    const { rows } = await client.query<{ open: number; allowed: number }>(`
      select count(*)::int as open, current_setting('max_connections')::int as allowed
      from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`)
    most = Math.max(most, rows[0]!.open)
    allowed = rows[0]!.allowed
    await sleep(250)
  }
  return { most, allowed }
}

interface Counted {
  sent: number
  failed: number
  /** Those that ended regularly. */
  streams: number
  brokenStreams: number
}

/** Readers, writers and watchers, until stopped; none of them retries. */
async function startTraffic(prefix: string, signal: AbortSignal): Promise<Counted> {
  const answers = noAnswers()
  const counted: Counted = { sent: 0, failed: 0, streams: 0, brokenStreams: 0 }
  await Promise.all([
    ...Array.from({ length: READERS }, () => keepReading(prefix, counted, signal)),
    writeReports(prefix, answers, { signal, deadlineMs: DEADLINE_MS }),
    keepWatching(prefix, counted, signal),
  ])
  const failedWrites = failuresAmong(answers)
  counted.sent += answers.acknowledged.length + failedWrites
  counted.failed += failedWrites
  return counted
}

function failuresAmong({ refused, timedOut, broken, wrong }: Answers): number {
  return refused + timedOut + broken + wrong.length
}

async function keepReading(prefix: string, counted: Counted, signal: AbortSignal): Promise<void> {
  const visitor = createClient({ prefix })
  while (!signal.aborted) {
    counted.sent++
    await visitor(listFinishedJobs, {}, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(
      () => counted.failed++,
    )
    await sleep(10)
  }
}

/** Like an open page: its stream may end and is then opened again, but it may not break off. */
async function keepWatching(prefix: string, counted: Counted, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const answer = await fetch(prefix + watchFeed.path, { signal })
      for await (const _chunk of answer.body!);
      counted.streams++
    } catch {
      if (!signal.aborted) counted.brokenStreams++
    }
  }
}
