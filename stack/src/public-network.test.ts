import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@infra/postgres/free-port'
import { listNodes, type PublicNode } from '@infra/protocol/nodes'
import { requestChallenge } from '@infra/protocol/sessions'
import { expect, test } from 'vitest'
import { buildWeb } from './build-web.ts'
import { ROOT } from './root.ts'
import { commandOf, spawnStack } from './test/spawned-stack.ts'
import { temporaryFolder } from './test/temporary-folder.ts'

const LIMIT = requestChallenge.limit!.count
const SIGN_INS = 3 * LIMIT
const DEMO = /Demo wallet|demo wallet|infra\.demo/

function filesWithDemo(folder: string): string[] {
  return globSync('**/*.{js,css,html}', { cwd: folder }).filter((file) =>
    DEMO.test(readFileSync(join(folder, file), 'utf8')),
  )
}

test('pages built for a public network contain no demo wallet; those for a single machine do', {
  timeout: 180_000,
}, async () => {
  expect(filesWithDemo(await buildWeb('apps/web', { demo: false, say: () => {} }))).toEqual([])
  expect(filesWithDemo(await buildWeb('apps/web', { demo: true, say: () => {} }))).not.toEqual([])
})

/** The first block of commands below "For a server that others reach", as it stands in the document. */
function publicRecipe(): string {
  const document = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const [, recipe] = /server that others reach:\n\n```sh\n([\s\S]*?)```/.exec(document) ?? []
  if (!recipe) throw new Error('docs/operations.md has no recipe for a server that others reach.')
  return recipe
}

interface TestRequest {
  /** The address of this machine that the request comes from. */
  peer: string
  path: string
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

async function send(port: number, { peer, path, method = 'GET', body, headers }: TestRequest) {
  const sent = request({
    host: '127.0.0.1',
    port,
    localAddress: peer,
    path,
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  }).end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, headers: answer.headers, text: await text(answer) }
}

/** How many sign-ins are accepted, of SIGN_INS that each claim another address. */
async function countSignIns(port: number, peer: string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: SIGN_INS }, (_, index) =>
      send(port, {
        peer,
        method: requestChallenge.method,
        path: `/api${requestChallenge.path}`,
        body: { userId: `0x${index.toString(16).padStart(40, '0')}` },
        headers: { 'x-forwarded-for': `203.0.113.${index}` },
      }),
    ),
  )
  return answers.filter(({ status }) => status < 300).length
}

test('[finding S7] [finding S15] the recipe in docs/operations.md starts a network that trusts only its proxy, has no demo wallet or devnet, and gets its node online', {
  timeout: 180_000,
}, async () => {
  const port = await freePort()
  const env = { DATA_DIR: await temporaryFolder(), PORT: String(port) }
  const stack = spawnStack(env, ['sh', '-c', publicRecipe()])
  await stack.ready()

  // Twice the limit, since a new minute may begin meanwhile.
  expect(await countSignIns(port, '127.0.0.2')).toBeLessThanOrEqual(2 * LIMIT)
  expect(await countSignIns(port, '127.0.0.1')).toBe(SIGN_INS)

  const page = await send(port, { peer: '127.0.0.1', path: '/' })
  expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['x-content-type-options']).toBe('nosniff')
  expect(page.text).toContain('"demo":false')
  expect(page.text).not.toContain('31337')
  const scripts = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!)
  expect(scripts).not.toEqual([])
  for (const path of scripts) expect((await send(port, { peer: '127.0.0.1', path })).text).not.toMatch(DEMO)
  expect((await send(port, { peer: '127.0.0.1', path: '/api/rpc', method: 'POST', body: {} })).status).toBe(
    404,
  )

  const onlineNodes = async () => {
    const { text } = await send(port, { peer: '127.0.0.1', path: `/api${listNodes.path}` })
    return JSON.parse(text).items.filter(({ state }: PublicNode) => state === 'online').length
  }
  await expect.poll(onlineNodes, { timeout: 60_000 }).toBe(1)

  expect(stack.tree().map(commandOf).join('\n')).not.toContain('devnet')
  expect(stack.printed()).toContain('Staking is off')
  await stack.killTree()
})

test('[finding S7] refuses to start a public network with a demo wallet or a devnet', async () => {
  const stack = spawnStack({ PUBLIC_URL: 'https://infra.example', DEVNET: 'true', DEMO_WALLET: 'true' })
  expect(await stack.exited).toBe(1)
  expect(stack.printed()).toMatch(/gives its tokens to anyone.*Leave DEVNET out[\s\S]*Leave DEMO_WALLET out/)
})
