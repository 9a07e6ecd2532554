import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { createClient } from '@infra/protocol/client'
import { getPendingEarnings } from '@infra/protocol/credits'
import { uploadFile } from '@infra/protocol/files'
import { createLinkToken } from '@infra/protocol/nodes'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../root.ts'
import { runJob, signInAsNewUser, untilServed } from '../smoke-test/new-user.ts'
import { spawnStack } from '../test/spawned-stack.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

const APP = 'find-objects'
const SECONDS_MAX = 180
const SAMPLE = join(ROOT, 'apps/web/src/catalogue/samples/street.webp')

/** Settings with which a machine reaches the registry, such as those of a proxy. */
const ROUTE =
  /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy|npm_config_(registry|cafile|https?_proxy))$/i

/** A new user of this machine with an empty home folder. Without root, only the folder. */
async function createAccount(): Promise<{ home: string; as: string[] }> {
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  const home = join(folder, 'home')
  if (process.getuid!() !== 0) {
    await mkdir(home)
    return { home, as: [] }
  }
  const name = `infra-${process.pid}`
  execFileSync('useradd', ['--create-home', '--home-dir', home, '--skel', '/nowhere', name])
  onTestFinished(async () => {
    const left = () =>
      spawnSync('pgrep', ['-u', name], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
    for (let pids = left(); pids.length > 0; pids = left()) {
      for (const pid of pids) spawnSync('kill', ['-KILL', pid])
      await sleep(100)
    }
    execFileSync('userdel', [name])
  })
  return { home, as: ['runuser', '-u', name, '--'] }
}

test(`one line in an empty home folder links a node, which does its first paid job within ${SECONDS_MAX} s`, {
  timeout: 900_000,
  retry: 0,
}, async () => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const stack = spawnStack({ DATA_DIR: await temporaryFolder(), PORT: String(port), RUN_NODE: 'false' })
  await stack.ready()
  const operator = await signInAsNewUser(`${origin}/api`)
  const { token } = await operator(createLinkToken)
  const { home, as } = await createAccount()

  const startedAt = performance.now()
  const seconds = () => Number(((performance.now() - startedAt) / 1000).toFixed(1))
  const line = `curl -fsSL ${origin}/sdk/node/install | LINK_TOKEN=${token} sh`
  const route = Object.entries(process.env).filter(([name]) => ROUTE.test(name))
  const settings = ['PATH=/usr/local/bin:/usr/bin:/bin', `HOME=${home}`, `NODE_APPS=${APP}`]
  const [program, ...words] = [
    ...as,
    'env',
    '-i',
    ...route.map((pair) => pair.join('=')),
    ...settings,
    'sh',
    '-c',
    line,
  ]
  const agent = spawn(program!, words, { cwd: home, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let printed = ''
  for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (chunk) => (printed += chunk))
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(printed)
    if (agent.exitCode !== null) return
    process.kill(-agent.pid!, 'SIGTERM')
    await once(agent, 'exit')
  })
  const ended = new Promise<never>((_, reject) => {
    agent.once('exit', (code) => reject(new Error(`The agent ended with ${code}:\n${printed}`)))
  })
  const visitor = createClient({ prefix: `${origin}/api` })
  await Promise.race([untilServed(visitor, [APP], () => {}), ended])
  const online = seconds()

  const person = await signInAsNewUser(`${origin}/api`)
  const { id } = await person(uploadFile, { file: new Blob([await readFile(SAMPLE)]) })
  await Promise.race([runJob(person, APP, { image: id }), ended])
  const paid = seconds()
  ended.catch(() => {})
  const { days } = await operator(getPendingEarnings)
  expect(days).toMatchObject([{ credits: expect.any(Number) }])
  expect(days[0]!.credits).toBeGreaterThan(0)
  expect(paid).toBeLessThan(SECONDS_MAX)
  expect((await stat(join(home, '.infra-node/settings.env'))).mode & 0o777).toBe(0o600)
  process.stdout.write(`Online after ${online} s, first paid job after ${paid} s.\n${printed}\n`)
})
