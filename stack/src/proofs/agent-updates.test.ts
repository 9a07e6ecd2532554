import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import { createLinkToken } from '@infra/protocol/nodes'
import pg from 'pg'
import { generatePrivateKey } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { type AgentRelease, packReleases, stubNpm } from '../test/agent-releases.ts'
import { expectWhole, orderEcho, untilAllEnded } from '../test/echo-network.ts'
import { signInUsers } from '../test/retrying-users.ts'
import { type RunningApi, startApi } from '../test/start-api.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** `npm run proof -- agent-updates` runs 50, as many at once as fit into a small machine's memory. */
const AGENTS = Number(process.env.PROOF_AGENTS ?? 1)
const AT_ONCE = Math.min(AGENTS, 5)
const WAVES = Math.ceil(AGENTS / AT_ONCE)

const PEOPLE = 8
const ORDERS_EACH_MAX = 12
const LINES = 3

/** Passes its doctor, and crashes soon after it has signed in. */
const CRASHING = `if (process.env.INFRA_NODE_TRIAL) process.on('newListener', (name) => {
  if (name === 'SIGTERM') setTimeout(() => process.exit(9), 1500)
})`

/**
 * `PROOF_SABOTAGE` removes one protection; the test must then fail. `update_turns`: the API doesn't store which node is updating.
 * `update_signer`: the agents trust a stranger's key.
 */
const sabotage = process.env.PROOF_SABOTAGE
const FORGET_TURNS = `create function forget_turn() returns trigger language plpgsql as $$ begin
    if new.update_until is not null then new.update_until := now(); end if; return new; end $$;
  create trigger forget_turn before update on nodes for each row execute function forget_turn()`

/** Records how many nodes were updating whenever another one began. A node isn't done before it says so. */
const COUNT_TURNS = `create table turns (node_id text primary key);
  create table turn_counts (at_once integer);
  create function count_turns() returns trigger language plpgsql as $$ begin
    if new.update_until is null then delete from turns where node_id = new.id;
    else
      insert into turns values (new.id) on conflict do nothing;
      insert into turn_counts select count(*) from turns;
    end if;
    return null; end $$;
  create trigger count_turns after update of update_until on nodes for each row execute function count_turns()`

interface Network {
  database: pg.Client
  folder: string
  port: string
  databaseUrl: string
  npm: string
  api: RunningApi
  ordered: number
  /** Why the proof cannot go on. */
  broken?: Error
}

test(`${AGENTS} agents under load update one at a time, roll back a broken version and refuse a stranger's; no job is lost`, {
  retry: 0,
  timeout: 180_000 + WAVES * 600_000,
}, async () => {
  const stranger = generatePrivateKey()
  const network = await startNetwork()
  const [first, second, crashing, unsigned] = await packReleases(network.folder, [
    '',
    '// 2',
    CRASHING,
    '// 4',
  ])
  const own = await readKey(network)
  const key = sabotage === 'update_signer' ? stranger : own
  for (let wave = 0; wave < WAVES; wave++) {
    await network.database.query('update network_key set private_key = $1', [key])
    // A new set of machines, so the releases are new to them.
    await network.database.query('delete from agent_releases')
    await serve(network, first!)
    const failedBefore = await countFailedAttempts(network)
    const ends = await startAgents(network, wave, first!)

    await underLoad(network, second!, (nodes) =>
      nodes.every(({ version, updating }) => version === second!.version && !updating),
    )
    // A version that crashes may drop its jobs, which others then do; one that works drops none.
    expect(await countFailedAttempts(network)).toBe(failedBefore)
    await underLoad(network, crashing!, (nodes) =>
      nodes.every(
        ({ version, problem }) => version === second!.version && problem === 'It ended with exit code 9.',
      ),
    )
    await network.database.query('update network_key set private_key = $1', [stranger])
    await underLoad(network, unsigned!, (nodes) => {
      expect(nodes.map(({ version }) => version)).not.toContain(unsigned!.version)
      return nodes.every(({ problem }) => /^Version \S+ is not signed by /.test(problem))
    })
    await Promise.all(ends.map((end) => end()))
    await network.database.query('update nodes set removed_at = now()')
  }
  await expectWhole(network.database, network.ordered)
  const { rows } = await network.database.query('select max(at_once) as "atOnce" from turn_counts')
  expect(rows).toEqual([{ atOnce: 1 }])
  process.stdout.write(`${AGENTS} agents, ${network.ordered} jobs, never more than one updating.\n`)
})

async function countFailedAttempts({ database }: Network): Promise<number> {
  const { rows } = await database.query(
    `select count(*)::int as count from attempts where state not in ('finished', 'left')`,
  )
  return rows[0].count
}

async function startNetwork(): Promise<Network> {
  const postgres = await startTemporaryPostgres()
  onTestFinished(postgres.stop)
  const folder = await temporaryFolder()
  const port = String(await freePort())
  const api = await startApi(folder, { PORT: port, DATABASE_URL: postgres.url })
  const database = new pg.Client(postgres.url)
  await database.connect()
  onTestFinished(() => database.end())
  await database.query(COUNT_TURNS)
  if (sabotage === 'update_turns') await database.query(FORGET_TURNS)
  return { database, folder, port, databaseUrl: postgres.url, npm: await stubNpm(folder), api, ordered: 0 }
}

async function readKey({ database, api }: Network): Promise<string> {
  // The first call creates the key.
  await fetch(`${api.prefix}/network-key`)
  const { rows } = await database.query('select private_key from network_key')
  return rows[0].private_key
}

/** Restarts the network with another version. It refuses earlier tokens, so nodes sign in now instead of within a quarter of an hour. */
async function serve(network: Network, { webDir }: AgentRelease): Promise<void> {
  await network.api.program.end()
  await network.database.query('delete from signing_keys')
  network.api = await startApi(network.folder, {
    PORT: network.port,
    PUBLIC_URL: `http://localhost:${network.port}`,
    DATABASE_URL: network.databaseUrl,
    QUEUE_PER_USER: '1000000',
    WEB_DIR: webDir,
  })
}

/** Installs the agents of a wave with the command from the Nodes page; returns functions that stop them. */
async function startAgents(network: Network, wave: number, { version }: AgentRelease) {
  const origin = `http://localhost:${network.port}`
  const script = await (await fetch(`${origin}/sdk/node/install`)).text()
  const [operator] = await signInUsers([network.api], 1)
  const ends: (() => Promise<void>)[] = []
  for (let place = 0; place < AT_ONCE; place++) {
    const { token } = await operator!(createLinkToken)
    const home = join(network.folder, `agent-${wave}-${place}`)
    await mkdir(home)
    const agent = spawn('sh', [], {
      cwd: home,
      env: {
        PATH: `${network.npm}:${dirname(process.execPath)}:/usr/bin:/bin`,
        HOME: home,
        LINK_TOKEN: token,
        NODE_NAME: `Machine ${place}`,
        NODE_APPS: 'echo',
        NODE_SLOTS: '2',
        NODE_TRIAL_SECONDS: '3',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    agent.stdin.end(script)
    let printed = ''
    for (const stream of [agent.stdout, agent.stderr])
      stream.on('data', (chunk) => {
        printed = (printed + chunk).slice(-20_000)
      })
    let isWanted = true
    agent.once('exit', (code) => {
      if (isWanted) network.broken = new Error(`Machine ${place} ended with ${code}.`)
    })
    const end = async () => {
      isWanted = false
      if (agent.exitCode !== null || agent.signalCode !== null) return
      agent.kill('SIGTERM')
      await once(agent, 'exit')
    }
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') process.stderr.write(`Machine ${place}:\n${printed}\n`)
      await end()
    })
    ends.push(end)
  }
  await untilNodes(
    network,
    (nodes) => nodes.length === AT_ONCE && nodes.every((node) => node.version === version),
  )
  return ends
}

interface SeenNode {
  version: string
  updating: boolean
  problem: string
}

async function untilNodes(network: Network, isSo: (nodes: SeenNode[]) => boolean): Promise<void> {
  for (;;) {
    if (network.broken) throw network.broken
    const { rows } = await network.database.query<SeenNode>(`select agent_version as version,
      update_until is not null as updating, coalesce(update_problem, '') as problem
      from nodes where removed_at is null and session_id is not null`)
    if (rows.length === AT_ONCE && isSo(rows)) return
    await sleep(200)
  }
}

/** Serves another release and orders jobs until the nodes are as they should be; then waits for the last job. */
async function underLoad(
  network: Network,
  release: AgentRelease,
  isSo: (nodes: SeenNode[]) => boolean,
): Promise<void> {
  await serve(network, release)
  const people = await signInUsers([network.api], PEOPLE)
  let isOver = false
  let orders = 0
  const order = async () => {
    while (!isOver && orders < PEOPLE * ORDERS_EACH_MAX) {
      const turn = orders++
      const input = { text: `${release.version} ${turn}`, seconds: turn % 3 }
      await orderEcho(people[turn % PEOPLE]!, `${network.ordered}-${turn}`, input)
      await sleep(300)
    }
  }
  const ordering = Promise.all(Array.from({ length: LINES }, order))
  await untilNodes(network, isSo)
  isOver = true
  await ordering
  network.ordered += orders
  expect(await untilAllEnded(network.database, 120_000)).toEqual([{ open: 0 }])
}
