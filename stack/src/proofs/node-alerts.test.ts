import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import type { Call } from '@infra/protocol/client'
import { createLinkToken } from '@infra/protocol/nodes'
import { createWebhook } from '@infra/protocol/programs/webhooks'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../root.ts'
import { untilOnline } from '../test/echo-network.ts'
import { signInUsers } from '../test/retrying-users.ts'
import { startApi } from '../test/start-api.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** Only `npm run proof -- node-alerts` runs this, since it takes minutes. */
const AGENTS = Number(process.env.PROOF_KILLED_AGENTS)

/** The goal, from the kill until the operator's server has the message. */
const SECONDS_MAX = 180

/** Between two kills, so that each comes at another moment between the sweeps and the nodes' calls. */
const APART_MS = 3_700

/** Longer than three sweeps, during which no further message may come. */
const QUIET_MS = 60_000

interface Received {
  type: string
  node: string
  at: number
}

test(`${AGENTS} agents are killed with kill -9: the operator gets one alert for each, and one message when it is back`, {
  retry: 0,
  timeout: 540_000 + AGENTS * 60_000,
}, async () => {
  const { database, folder, network, prefixes, operator, received } = await startNetwork()
  const start = (place: number) =>
    startAgent(operator, { place, folder, network, prefix: prefixes[place % 2]! })
  const agents: ChildProcess[] = []
  for (let place = 0; place < AGENTS; place++) agents.push(await start(place))
  await untilOnline(prefixes[0]!, AGENTS)
  // As if nodes had been watched for a day.
  await database.query(`update alert_watch set swept_at = now(), watching_since = now() - interval '1 day'`)

  const killedAt = new Map<string, number>()
  for (const [place, agent] of agents.entries()) {
    agent.kill('SIGKILL')
    await once(agent, 'exit')
    killedAt.set(nameOf(place), Date.now())
    await sleep(APART_MS)
  }
  await until(() => received.length >= AGENTS)
  await sleep(QUIET_MS)
  const offline = [...received]
  const names = [...killedAt.keys()].toSorted()
  expect(offline.map(({ type, node }) => `${type} ${node}`).toSorted()).toEqual(
    names.map((name) => `node.alert ${name}`),
  )

  for (let place = 0; place < AGENTS; place++) await start(place)
  await untilOnline(prefixes[0]!, AGENTS)
  await until(() => received.length >= 2 * AGENTS)
  await sleep(QUIET_MS)
  const back = received.slice(AGENTS).map(({ type, node }) => `${type} ${node}`)
  expect(back.toSorted()).toEqual(names.map((name) => `node.alert_over ${name}`))

  const seconds = offline.map(({ node, at }) => (at - killedAt.get(node)!) / 1_000).toSorted((a, b) => a - b)
  console.log(`Received after ${seconds.map((one) => one.toFixed(1)).join(', ')} s.`)
  expect(seconds.at(-1)).toBeLessThan(SECONDS_MAX)
})

const nameOf = (place: number) => `Shed ${place}`

async function startNetwork() {
  const postgres = await startTemporaryPostgres()
  onTestFinished(postgres.stop)
  const folder = await temporaryFolder()
  const port = String(await freePort())
  const network = `http://localhost:${port}`
  const env = { PUBLIC_URL: network, DATABASE_URL: postgres.url, OUTBOUND_ALLOW: '127.0.0.0/8' }
  const apis = [await startApi(folder, { ...env, PORT: port }), await startApi(folder, env)]
  const database = new pg.Client(postgres.url)
  await database.connect()
  onTestFinished(() => database.end())
  const [operator] = await signInUsers(apis, 1)
  const { received, url } = await startReceiver()
  await operator!(createWebhook, { body: { url, events: ['node.alert', 'node.alert_over'] } })
  return {
    database,
    folder,
    network,
    prefixes: apis.map(({ prefix }) => prefix),
    operator: operator!,
    received,
  }
}

/** The operator's server, which records the messages about their nodes. */
async function startReceiver(): Promise<{ received: Received[]; url: string }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const at = Date.now()
    const { type, data } = (await json(request)) as { type: string; data: { node: { name: string } } }
    received.push({ type, node: data.node.name, at })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The same place is always the same machine. Nothing restarts it when it is killed. */
async function startAgent(
  operator: Call,
  { place, folder, network, prefix }: { place: number; folder: string; network: string; prefix: string },
): Promise<ChildProcess> {
  const { token } = await operator(createLinkToken)
  const agent = spawn(process.execPath, [join(ROOT, 'apps/node/src/main.ts')], {
    env: {
      ...process.env,
      API_URL: prefix,
      NETWORK_URL: network,
      NODE_DATA_DIR: join(folder, `node-${place}`),
      NODE_NAME: nameOf(place),
      NODE_APPS: 'echo',
      LINK_TOKEN: token,
    },
    // Through the IPC channel it notices if this process is killed, and ends too.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  onTestFinished(() => void agent.kill('SIGKILL'))
  return agent
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(100)
}
