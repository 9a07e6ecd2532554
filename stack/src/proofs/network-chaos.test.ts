import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import type { Call } from '@infra/protocol/client'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { expectWhole, orderEcho, startEchoNode, untilAllEnded, untilOnline } from '../test/echo-network.ts'
import { type KillableProgram, startKillable } from '../test/killable-program.ts'
import { signInUsers } from '../test/retrying-users.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** `npm run chaos` runs more. */
const JOBS = Number(process.env.CHAOS_JOBS ?? 200)
const API_KILLS = Number(process.env.CHAOS_API_KILLS ?? 3)
const NODE_KILLS = Number(process.env.CHAOS_NODE_KILLS ?? 3)
const STOPS = Number(process.env.CHAOS_STOPS ?? 4)

const PEOPLE = 40
const SUBMITTERS = 8
const NODES = 3

/** The share of callers who disconnect, and after how long at most. */
const DISCONNECT_SHARE = 0.1
const DISCONNECT_MS_MAX = 40

/** What is still open this long after the last kill is stuck. */
const STUCK_AFTER_MS = 60_000

/**
 * `CHAOS_SABOTAGE` removes one protection, in the database itself; a test must then fail. `keys`: earlier requests are deleted.
 * `leases`: the jobs of a stopped node are not requeued.
 */
const sabotages: Record<string, string> = {
  keys: `create function sabotage() returns trigger language plpgsql as $$ begin
    new.key := gen_random_uuid()::text; return new; end $$;
    create trigger sabotage before insert on idempotency_keys for each row execute function sabotage()`,
  leases: `create function sabotage() returns trigger language plpgsql as $$ begin
    if old.status = 'running' and new.status = 'queued' then return null; end if; return new; end $$;
    create trigger sabotage before update on jobs for each row execute function sabotage()`,
}

interface Network {
  database: pg.Client
  apis: { program: KillableProgram; prefix: string }[]
  nodes: KillableProgram[]
}

test(`${JOBS} jobs survive ${API_KILLS} kills of API processes and ${NODE_KILLS} of nodes: none is lost, doubled, paid twice or stuck`, {
  retry: 0,
  timeout: 240_000 + JOBS * 100 + (API_KILLS + NODE_KILLS) * 5_000,
}, async () => {
  const network = await startNetwork()
  const accepted = new Set<string>()
  const killed = killAll(network)
  await submitAll(network, accepted)
  await killed
  const [stuck] = await untilAllEnded(network.database, STUCK_AFTER_MS + JOBS * 20)

  expect(stuck).toEqual({ open: 0 })
  expect(accepted.size).toBe(JOBS)
  await expectWhole(network.database, JOBS)
})

test(`none of ${STOPS} nodes that sleep through their lease submits a job that another has taken over`, {
  retry: 0,
  timeout: 180_000 + STOPS * 20_000,
}, async () => {
  const network = await startNetwork()
  const [person] = await signInUsers(network.apis, 1)
  for (let stop = 0; stop < STOPS; stop++) {
    await order(person!, `stop-${stop}`, { text: 'asleep', seconds: 1 })
    const sleeper = await untilRunning(network)
    await network.nodes[sleeper]!.stopAndContinue(async () => {
      // Its lease ends while it sleeps, by the database's clock.
      await network.database.query(`update leases set lease_until = now() - interval '1 second'`)
      await untilAllEnded(network.database, STUCK_AFTER_MS + JOBS * 20)
    })
    // A node that drops this many is paused; but this tests the others' leases, not its own pause.
    await network.database.query('update nodes set paused_until = null')
  }
  // Once it's awake again, it tries to submit what it had.
  await sleep(3_000)
  const { rows } = await network.database.query(
    `select count(*)::int as finished from attempts where state = 'finished'`,
  )
  expect(rows).toEqual([{ finished: STOPS }])
  await expectWhole(network.database, STOPS)
})

async function startNetwork(): Promise<Network> {
  const postgres = await startTemporaryPostgres()
  onTestFinished(postgres.stop)
  const folder = await temporaryFolder()
  const apis: Network['apis'] = []
  const publicPort = await freePort()
  for (const port of [publicPort, await freePort()]) {
    const program = startKillable('apps/api/src/main.ts', {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${publicPort}`,
      DATABASE_URL: postgres.url,
      FILES_DIR: join(folder, 'files'),
      LOG_LEVEL: 'error',
      TRUST_PROXY: '127.0.0.1',
      QUEUE_PER_USER: '1000000',
    })
    apis.push({ program, prefix: `http://127.0.0.1:${port}/api` })
  }
  const database = new pg.Client(postgres.url)
  await database.connect()
  onTestFinished(() => database.end())
  const network: Network = { database, apis, nodes: [] }
  await startNodes(network, folder)
  const sabotage = process.env.CHAOS_SABOTAGE && sabotages[process.env.CHAOS_SABOTAGE]
  if (sabotage) await database.query(sabotage)
  return network
}

async function startNodes(network: Network, folder: string): Promise<void> {
  const [operator] = await signInUsers(network.apis, 1)
  for (let place = 0; place < NODES; place++) {
    const apiUrl = network.apis[place % network.apis.length]!.prefix
    network.nodes.push(await startEchoNode(operator!, { name: `Chaos ${place}`, apiUrl, folder }))
  }
  await untilOnline(network.apis[0]!.prefix, NODES)
}

async function order(person: Call, key: string, input: { text: string; seconds: number }): Promise<string> {
  // Some disconnect before they get a response, at any moment, and retry like all others whose response was lost.
  if (Math.random() < DISCONNECT_SHARE) {
    const signal = AbortSignal.timeout(Math.floor(Math.random() * DISCONNECT_MS_MAX))
    await orderEcho(person, key, input, () => signal).catch(() => {})
  }
  return orderEcho(person, key, input)
}

async function submitAll(network: Network, accepted: Set<string>): Promise<void> {
  const people = await signInUsers(network.apis, Math.min(PEOPLE, Math.ceil(JOBS / 5)))
  let next = 0
  const submitter = async () => {
    while (next < JOBS) {
      const job = next++
      // Most end right away; some last long enough to be hit by a kill.
      const seconds = job % 10 === 0 ? 1 : 0
      accepted.add(await order(people[job % people.length]!, `job-${job}`, { text: `job ${job}`, seconds }))
    }
  }
  await Promise.all(Array.from({ length: SUBMITTERS }, submitter))
}

/** One at a time, at random moments. */
async function killAll({ apis, nodes }: Network): Promise<void> {
  const victims = [
    ...Array.from({ length: API_KILLS }, (_, turn) => apis[turn % apis.length]!.program),
    ...Array.from({ length: NODE_KILLS }, (_, turn) => nodes[turn % nodes.length]!),
  ]
  const pace = Math.max(1_000, (JOBS * 12) / victims.length)
  for (const victim of victims.sort(() => Math.random() - 0.5)) {
    await sleep(pace * (0.5 + Math.random()))
    victim.kill()
  }
}

async function untilRunning({ database, nodes }: Network): Promise<number> {
  for (;;) {
    const { rows } = await database.query<{ name: string }>(
      `select n.name from jobs j join nodes n on n.id = j.node_id where j.status = 'running'`,
    )
    const place = Number(rows[0]?.name.split(' ')[1])
    if (nodes[place]) return place
    await sleep(20)
  }
}
