import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { expect, test } from 'vitest'
import { commandOf, spawnStack, untilGone } from './test/spawned-stack.ts'
import { temporaryFolder } from './test/temporary-folder.ts'

/** Without a node and a devnet, for tests that aren't about them. */
const SMALL = { RUN_NODE: 'false', DEVNET: 'false' }

async function environment(settings: Record<string, string> = {}): Promise<Record<string, string>> {
  return { DATA_DIR: await temporaryFolder(), PORT: String(await freePort()), HOST: '127.0.0.1', ...settings }
}

const healthOf = (env: Record<string, string>) =>
  fetch(`http://127.0.0.1:${env.PORT}/readyz`).then(
    (answer) => answer.status,
    () => 'unreachable',
  )

test('serves the page at the address that it prints, and SIGTERM stops all processes', async () => {
  const env = await environment()
  const stack = spawnStack(env)
  await stack.ready()
  expect(stack.printed()).toContain(`Infra is running at http://localhost:${env.PORT}`)
  const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
  expect(await page.text()).toContain('<title>Infra')

  const pids = stack.tree()
  expect(pids.map(commandOf).join('\n')).toMatch(/postgres -D[\s\S]*apps\/api\/src\/main\.ts/)
  stack.process.kill('SIGTERM')

  expect(await stack.exited).toBe(0)
  await untilGone(pids)
})

test('refuses a second instance on the same data folder, and says what to do', async () => {
  const env = await environment(SMALL)
  const first = spawnStack(env)
  await first.ready()
  const second = spawnStack({ ...env, PORT: String(await freePort()) })

  expect(await second.exited).toBe(1)
  expect(second.printed()).toContain(
    `Infra is already running on ${env.DATA_DIR}, at http://localhost:${env.PORT}`,
  )
  expect(second.printed()).toContain('DATA_DIR=.data-two PORT=8081 npm start')
  expect(await healthOf(env)).toBe(200)
  first.process.kill('SIGTERM')
  await first.exited
})

test('exits if the port is taken, and says how to choose another', async () => {
  const env = await environment()
  const squatter = createServer().listen(Number(env.PORT), '127.0.0.1')
  await once(squatter, 'listening')
  const stack = spawnStack(env)

  expect(await stack.exited).toBe(1)
  expect(stack.printed()).toContain(`Port ${env.PORT} is taken by another program.`)
  expect(stack.printed()).toContain(`PORT=${Number(env.PORT) + 1} npm start`)
  squatter.close()
})

test('refuses a bad environment and names every bad variable', async () => {
  const stack = spawnStack({ PORT: 'eighty', DATABASE_URL: 'mysql://x' })
  expect(await stack.exited).toBe(1)
  expect(stack.printed()).toMatch(/Bad environment:[\s\S]*PORT[\s\S]*DATABASE_URL/)
})

test('refuses DATABASE_DIRECT_URL without DATABASE_URL', async () => {
  const stack = spawnStack({ DATABASE_DIRECT_URL: 'postgresql://a/infra' })
  expect(await stack.exited).toBe(1)
  expect(stack.printed()).toContain('is needed beside DATABASE_DIRECT_URL')
})

test.for([0, 100, 200, 400, 800])(
  'leaves nothing running when stopped %d ms into its start',
  async (delay) => {
    const stack = spawnStack(await environment())
    await sleep(delay)
    const pids = stack.tree()
    stack.process.kill('SIGTERM')
    await stack.exited
    await untilGone(pids)
  },
)

test('restarts an API or a database that was killed, at the same address', async () => {
  const env = await environment(SMALL)
  const stack = spawnStack(env)
  await stack.ready()

  for (const victim of ['apps/api/src/main.ts', 'postgres -D']) {
    const pid = stack.tree().find((candidate) => commandOf(candidate).includes(victim))
    process.kill(pid!, 'SIGKILL')
    await untilGone([pid!])
    while ((await healthOf(env)) !== 200) await sleep(50)
  }

  expect(stack.printed()).toContain('The API ended unexpectedly')
  expect(stack.printed()).toContain('The database ended unexpectedly')
  stack.process.kill('SIGTERM')
  expect(await stack.exited).toBe(0)
})

test('the API and the database end by themselves when only the stack is killed', async () => {
  const stack = spawnStack(await environment())
  await stack.ready()
  const pids = stack.tree()
  stack.process.kill('SIGKILL')
  await untilGone(pids)
})
