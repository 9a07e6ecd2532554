import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import { createClient } from '@infra/protocol/client'
import { createLinkToken, listNodes } from '@infra/protocol/nodes'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../root.ts'
import { startKillable } from '../test/killable-program.ts'
import { signInUsers } from '../test/retrying-users.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** A real API of `https://infra.example`, as its own proxy reaches it. */
async function startRealNetwork(): Promise<string> {
  const postgres = await startTemporaryPostgres()
  onTestFinished(postgres.stop)
  const port = await freePort()
  startKillable('apps/api/src/main.ts', {
    PORT: String(port),
    PUBLIC_URL: 'https://infra.example',
    DATABASE_URL: postgres.url,
    FILES_DIR: join(await temporaryFolder(), 'files'),
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '127.0.0.1',
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(50)
  return `http://127.0.0.1:${port}`
}

/** Forwards every request to the real network, and records what it could use there. */
async function startFakeNetwork(real: string) {
  const seen: { path: string; body: string; answer: string }[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const answered = await fetch(`${real}${request.url}`, {
      method: request.method!,
      headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
      ...(body && { body }),
    })
    const answer = await answered.text()
    seen.push({ path: request.url!, body, answer })
    const type = answered.headers.get('content-type') ?? 'application/json'
    response.writeHead(answered.status, { 'content-type': type }).end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { prefix: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, seen }
}

/** The program that operators run. */
function startNode(environment: Record<string, string>) {
  const node = spawn(process.execPath, [join(ROOT, 'apps/node/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_APPS: 'echo',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void node.kill('SIGKILL'))
  let printed = ''
  for (const stream of [node.stdout!, node.stderr!]) stream.on('data', (chunk) => (printed += chunk))
  const online = once(node, 'message').then(() => 'online')
  const ended = once(node, 'close').then(([code]) => code as number)
  return { printed: () => printed, outcome: Promise.race([online, ended]) }
}

test("[finding S15] a fake network that relays the real one's challenge gets no signature from the node", {
  timeout: 300_000,
}, async () => {
  const real = await startRealNetwork()
  const fake = await startFakeNetwork(real)
  const [operator] = await signInUsers([{ prefix: `${real}/api` }], 1)
  const { token } = await operator!(createLinkToken)
  const nodes = async () => (await createClient({ prefix: `${real}/api` })(listNodes)).items
  const settings = { API_URL: fake.prefix, NODE_DATA_DIR: await temporaryFolder(), LINK_TOKEN: token }

  const deceived = startNode({ ...settings, NETWORK_URL: 'https://fake.example' })
  expect(await deceived.outcome).toBe(2)
  expect(deceived.printed()).toContain(
    'asks this node to sign in to https://infra.example, not to https://fake.example.',
  )
  expect(fake.seen.map(({ path }) => path)).toEqual(['/api/node/challenge'])
  expect(fake.seen[0]!.answer).toContain('signs in to https://infra.example')
  expect(await nodes()).toEqual([])

  // The relay itself works: a node whose operator trusts it signs in through it.
  const trusting = startNode({ ...settings, NETWORK_URL: 'https://infra.example' })
  expect(await trusting.outcome).toBe('online')
  expect(await nodes()).toMatchObject([{ state: 'online' }])
})
