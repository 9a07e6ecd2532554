import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const LAUNCHER = join(import.meta.dirname, 'infra-node.mjs')
const NODE_MODULES = join(import.meta.dirname, '../../../node_modules')

/** What a version of the agent does when it is started; `say` writes a line to the log. */
const programs = {
  /** Stays online until it is stopped. */
  good: `say('online'); process.send({ ready: true }); process.send({ proven: true })
    process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)`,
  /** Goes online, and then crashes. */
  crashing: `say('crashes'); process.send({ ready: true }, () => process.exit(7))`,
  /** Cannot be loaded. */
  broken: 'this is not JavaScript',
  /** Prepares another version, and exits. */
  updating: `const state = home + '/update.json'
    if (!fs.existsSync(state)) fs.writeFileSync(state, JSON.stringify({ next: 'program-2' }))
    if (JSON.parse(fs.readFileSync(state)).next) process.exit(6)
    say('again'); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)`,
}

/** A home with these versions, each with the real launcher. */
async function createHome(versions: Record<string, string>, state?: object | string, linked = '1') {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'infra-launcher-')))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  for (const [version, body] of Object.entries(versions)) {
    const folder = join(home, `program-${version}`)
    await mkdir(folder)
    await cp(LAUNCHER, join(folder, 'infra-node.mjs'))
    await symlink(NODE_MODULES, join(folder, 'node_modules'))
    const prelude = `import fs from 'node:fs'; const home = process.env.INFRA_NODE_HOME
      const say = (word) => fs.appendFileSync(home + '/log', word + ' ${version}\\n')\n`
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'main.js'), prelude + body)
  }
  await symlink(join(home, `program-${linked}`), join(home, 'program'))
  const text = typeof state === 'string' ? state : JSON.stringify(state)
  if (text) await writeFile(join(home, 'update.json'), text)
  return home
}

function start(home: string, args: string[] = ['start']): ChildProcess {
  const child = spawn(process.execPath, [join(home, 'program/infra-node.mjs'), ...args], {
    env: { ...process.env, INFRA_NODE_HOME: home },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return child
}

const read = (home: string, name: string) => readFile(join(home, name), 'utf8').catch(() => '')
const linked = async (home: string) => basename(await readlink(join(home, 'program')))
const state = async (home: string) => JSON.parse((await read(home, 'update.json')) || '{}')
const until = (check: () => Promise<unknown>) => expect.poll(check, { timeout: 30_000 })

test('the launcher runs a prepared version next, keeps the previous one and deletes older ones', async () => {
  const home = await createHome({ 1: programs.updating, 2: programs.good, 0: programs.good })
  const child = start(home)
  await until(() => state(home)).toEqual({ previous: 'program-1' })
  expect(await linked(home)).toBe('program-2')
  await until(() => read(home, 'program-0/main.js')).toBe('')
  expect(await read(home, 'program-1/main.js')).not.toBe('')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await linked(home)).toBe('program-2')
})

test.for(['crashing', 'broken'] as const)(
  'the launcher goes back to the previous version if the new one is %s, and records the reason',
  async (kind) => {
    const home = await createHome({ 1: programs.updating, 2: programs[kind] })
    start(home)
    await until(() => read(home, 'log')).toContain('again 1')
    expect(await linked(home)).toBe('program-1')
    expect(await state(home)).toEqual({
      previous: 'program-1',
      failed: {
        program: 'program-2',
        version: '2',
        reason: `It ended with exit code ${kind === 'crashing' ? 7 : 1}.`,
      },
    })
  },
)

const failed = { program: 'program-2', version: '2', reason: 'x' }

/** What kill -9 leaves between any two steps: the link and the state file, and the version that runs next. */
test.for<[string, string, object | string, string, string]>([
  ['before any update', '1', {}, 'program-1', 'online 1'],
  ['a new version is ready but not yet tried', '1', { next: 'program-2' }, 'program-2', 'online 2'],
  [
    'the trial is recorded but the link isn’t moved',
    '1',
    { previous: 'program-1', trial: { program: 'program-2', starts: 0 } },
    'program-2',
    'online 2',
  ],
  [
    'the trial has begun',
    '2',
    { previous: 'program-1', trial: { program: 'program-2', starts: 1 } },
    'program-2',
    'online 2',
  ],
  [
    'the trial was interrupted too often',
    '2',
    { previous: 'program-1', trial: { program: 'program-2', starts: 3 } },
    'program-1',
    'online 1',
  ],
  [
    'the rollback is recorded but the link isn’t moved',
    '2',
    { previous: 'program-1', failed },
    'program-1',
    'online 1',
  ],
  ['the rollback is done', '1', { previous: 'program-1', failed }, 'program-1', 'online 1'],
  ['the folder of the new version is missing', '1', { next: 'program-3' }, 'program-1', 'online 1'],
  ['the state file is cut off', '1', '{"next":"progr', 'program-1', 'online 1'],
])(
  'after a kill (%s), the next start runs a version that works',
  async ([, link, written, expected, ran]) => {
    const home = await createHome({ 1: programs.good, 2: programs.good }, written, link)
    start(home)
    await until(() => read(home, 'log')).toBe(`${ran}\n`)
    expect(await linked(home)).toBe(expected)
  },
)

test('a version that is killed with its launcher three times is not started a fourth time', async () => {
  const quiet = `say('quiet'); setInterval(() => {}, 1000); process.on('disconnect', () => process.exit(0))`
  const home = await createHome({ 1: programs.good, 2: quiet }, { next: 'program-2' })
  for (const starts of [1, 2, 3]) {
    const child = start(home)
    await until(() => read(home, 'log')).toBe('quiet 2\n'.repeat(starts))
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  start(home)
  await until(() => read(home, 'log')).toContain('online 1')
  expect((await state(home)).failed.reason).toBe('It was started 3 times and did not stay online.')
})

test('a version that the operator stops during its trial stays on trial for the next start', async () => {
  const home = await createHome(
    {
      1: programs.good,
      2: `say('up'); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)`,
    },
    { next: 'program-2' },
  )
  const child = start(home)
  await until(() => read(home, 'log')).toBe('up 2\n')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await state(home)).toEqual({ previous: 'program-1', trial: { program: 'program-2', starts: 1 } })
})

test('rollback returns to the previous version, and fails the second time', async () => {
  const home = await createHome({ 1: programs.good, 2: programs.good }, { previous: 'program-1' }, '2')
  expect(await once(start(home, ['rollback']), 'exit')).toEqual([0, null])
  expect(await linked(home)).toBe('program-1')
  expect(await state(home)).toMatchObject({
    failed: { version: '2', reason: 'Its operator went back to 1.' },
  })
  expect(await once(start(home, ['rollback']), 'exit')).toEqual([1, null])
})
