import { execFile, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serve, startRegistry } from '@infra/weights/test/registry'
import { afterEach, expect, test } from 'vitest'
import { CHILD_ENVIRONMENT } from './child.ts'
import { endOrphans } from './end-orphans.ts'
import { openSandbox, type Sandbox, type SandboxJob, type SandboxOptions } from './sandbox.ts'

const RUNNERS = join(import.meta.dirname, '../test/bad-runners.ts')
/** Generous, because the machine may be busy. */
const ENDING = { timeout: 15_000 }
const opened: { sandbox: Sandbox; root: string }[] = []

afterEach(async () => {
  for (const { sandbox, root } of opened.splice(0)) {
    sandbox.close()
    await rm(root, { recursive: true, force: true })
  }
})

function open(options: Partial<SandboxOptions> = {}): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'infra-sandbox-'))
  const sandbox = openSandbox({ scratch: root, readable: [], childrenMax: 2, runners: RUNNERS, ...options })
  opened.push({ sandbox, root })
  return sandbox
}

async function run(sandbox: Sandbox, appId: string, change: Partial<SandboxJob> = {}): Promise<string> {
  const [output] = await sandbox.run({
    appId,
    input: {},
    files: {},
    scratch: await mkdtemp(join(sandbox.scratchOf(appId), 'job-')),
    weights: {},
    threads: 1,
    limits: { runSeconds: 20, memoryMb: 100 },
    onProgress: () => {},
    onText: () => {},
    signal: new AbortController().signal,
    ...change,
  })
  return (output as { text: string }).text
}

/** The processes that run the jobs of the sandbox in this folder. */
async function childrenIn(root: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args='])
  return stdout.split('\n').filter((line) => line.includes('run-job.ts') && line.includes(root))
}

test('children use no more cores than they are given', async () => {
  const sandbox = open({ coresMax: 1 })
  await run(sandbox, 'who')

  const [pid] = sandbox.pids()
  const allowed = /^Cpus_allowed_list:\s*(.*)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  expect(allowed![1]).toMatch(/^\d+$/)
  sandbox.endIdle()
  expect(sandbox.pids()).toEqual([])
})

test('a warm child runs the next job of its app', async () => {
  const sandbox = open()

  const first = (await run(sandbox, 'who')).split(' ')
  const second = (await run(sandbox, 'who')).split(' ')

  expect(second).toEqual([first[0], '2'])
})

test('jobs that run at the same time have separate processes', async () => {
  const sandbox = open()

  const [one, two] = await Promise.all([run(sandbox, 'who'), run(sandbox, 'who')])

  expect(one.split(' ')[0]).not.toBe(two.split(' ')[0])
})

test('never keeps more children than allowed, but ends an idle one for another app', async () => {
  const sandbox = open({ childrenMax: 1 })

  await run(sandbox, 'who')
  await run(sandbox, 'environment')
  await run(sandbox, 'who')

  await expect.poll(() => childrenIn(opened[0]!.root), ENDING).toHaveLength(1)
})

test('ends the child that has been idle longest to make room for another app', async () => {
  const sandbox = open({ childrenMax: 2 })

  await run(sandbox, 'environment')
  const [pid] = (await run(sandbox, 'who')).split(' ')
  await expect(run(sandbox, 'unreadable')).rejects.toThrow()
  expect(await run(sandbox, 'who')).toBe(`${pid} 2`)

  await run(sandbox, 'environment')
  await expect(run(sandbox, 'unreadable')).rejects.toThrow()
  expect(await run(sandbox, 'who')).toMatch(/ 1$/)
})

test('an idle child is ended', async () => {
  const sandbox = open({ idleMs: 50 })

  await run(sandbox, 'who')

  await expect.poll(() => childrenIn(opened[0]!.root), ENDING).toHaveLength(0)
})

test.for(['sleep', 'spin'])(
  'cancelling a job (%s) ends its child, which is not used again',
  async (appId) => {
    const sandbox = open()
    const cancel = new AbortController()
    const started = Promise.withResolvers<void>()
    const job = run(sandbox, appId, { signal: cancel.signal, onProgress: () => started.resolve() })
    await started.promise
    await sleep(200)

    cancel.abort(new Error('cancelled'))

    await expect(job).rejects.toThrow('cancelled')
    expect(sandbox.pids()).toEqual([])
    await expect.poll(() => childrenIn(opened[0]!.root), ENDING).toHaveLength(0)
  },
)

test('a job that is cancelled before its child has started leaves no child', async () => {
  const sandbox = open()
  const cancel = new AbortController()
  const job = run(sandbox, 'sleep', { signal: cancel.signal })
  await sleep(10)
  cancel.abort(new Error('cancelled'))

  await expect(job).rejects.toThrow('cancelled')
  await expect.poll(() => childrenIn(opened[0]!.root), ENDING).toHaveLength(0)
})

test.for(['sleep', 'spin'])('a job (%s) that exceeds its app’s time limit is stopped', async (appId) => {
  const limits = { runSeconds: 1, memoryMb: 100 }
  await expect(run(open(), appId, { limits })).rejects.toMatchObject({ reason: 'timed_out', final: false })
})

test.for(['leak', 'hugeBuffer', 'heap'])(
  'a job (%s) that exceeds its app’s memory limit is stopped',
  async (appId) => {
    await expect(run(open(), appId)).rejects.toMatchObject({ reason: 'out_of_memory', final: false })
  },
)

test('a child that is killed with SIGKILL fails as out of memory', async () => {
  const sandbox = open()
  const started = Promise.withResolvers<void>()
  const job = run(sandbox, 'sleep', { onProgress: () => started.resolve() })
  await started.promise
  const [line] = await childrenIn(opened[0]!.root)
  process.kill(Number.parseInt(line!, 10), 'SIGKILL')

  await expect(job).rejects.toMatchObject({ reason: 'out_of_memory' })
})

test('a crash is reported with its signal and the child’s last output', async () => {
  await expect(run(open(), 'crash')).rejects.toMatchObject({
    reason: 'app_failed',
    message: expect.stringMatching(/SIGABRT.*what a day/s),
  })
})

test('only the end of a long output is kept', async () => {
  const failure = await run(open(), 'manyLines').catch((error: Error) => error)

  expect(failure).toMatchObject({ reason: 'app_failed', message: expect.stringContaining('That was all.') })
  expect((failure as Error).message).toContain('line 1999')
  expect((failure as Error).message.length).toBeLessThan(6_000)
})

test('a failure with a reason keeps that reason', async () => {
  await expect(run(open(), 'unreadable')).rejects.toMatchObject({ reason: 'input_unreadable', final: true })
})

test('[finding S22] a job sees the environment made for it, and nothing of the agent’s', async () => {
  process.env.NODE_SECRET_OF_TEST = 'secret'
  const environment = await run(open(), 'environment')
  delete process.env.NODE_SECRET_OF_TEST

  expect(environment).not.toContain('secret')
  expect(JSON.parse(environment)).toMatchObject(CHILD_ENVIRONMENT)
  expect(Object.keys(JSON.parse(environment))).not.toContain('PATH')
})

test('a child can neither read the node’s files, such as its key, nor write anywhere', async () => {
  const sandbox = open()
  const { root } = opened[0]!
  const key = join(root, 'node-localhost.key')
  await writeFile(key, 'secret')
  const forbidden = { reason: 'app_failed', message: expect.stringMatching(/restricted/) }

  await expect(run(sandbox, 'read', { input: { path: key } })).rejects.toMatchObject(forbidden)
  await expect(run(sandbox, 'list', { input: { path: root } })).rejects.toMatchObject(forbidden)
  await expect(run(sandbox, 'write', { input: { path: join(root, 'x') } })).rejects.toMatchObject(forbidden)
  const own = join(sandbox.scratchOf('write'), 'x')
  await expect(run(sandbox, 'write', { input: { path: own } })).rejects.toMatchObject(forbidden)
})

test('a child can neither open connections nor start programs', async () => {
  const registry = await startRegistry(serve(Buffer.from('hello')))
  const forbidden = { reason: 'app_failed', message: expect.stringMatching(/restricted/) }

  await expect(run(open(), 'dial', { input: { url: registry.url } })).rejects.toMatchObject(forbidden)
  await expect(run(open(), 'spawn')).rejects.toMatchObject(forbidden)

  expect(registry.requests).toEqual([])
  await registry.close()
})

/** An agent in a process of its own, with one job under way. */
async function agentWith(appId: string): Promise<{ root: string; kill: () => void }> {
  const root = await mkdtemp(join(tmpdir(), 'infra-sandbox-'))
  const script = `
    import { openSandbox } from ${JSON.stringify(join(import.meta.dirname, 'sandbox.ts'))}
    const sandbox = openSandbox({ scratch: ${JSON.stringify(root)}, readable: [], childrenMax: 2, runners: ${JSON.stringify(RUNNERS)} })
    sandbox.run({ appId: '${appId}', input: {}, files: {}, scratch: sandbox.scratchOf('${appId}'), weights: {}, threads: 1,
      limits: { runSeconds: 60, memoryMb: 100 }, onText() {}, signal: new AbortController().signal,
      onProgress: () => console.log('busy') })`
  const agent = spawn(process.execPath, ['--input-type=module-typescript', '-e', script])
  await new Promise((resolve) => agent.stdout.once('data', resolve))
  expect(await childrenIn(root)).toHaveLength(1)
  return { root, kill: () => agent.kill('SIGKILL') }
}

test('killing the agent with SIGKILL ends the child at work', async () => {
  const { root, kill } = await agentWith('sleep')

  kill()

  await expect.poll(() => childrenIn(root), ENDING).toHaveLength(0)
  await rm(root, { recursive: true })
})

test('a child in a busy loop survives the agent’s SIGKILL, and is ended by the next agent', async () => {
  const { root, kill } = await agentWith('spin')
  await sleep(300)
  kill()
  await sleep(300)
  expect(await childrenIn(root)).toHaveLength(1)

  await endOrphans(root)

  await expect.poll(() => childrenIn(root), ENDING).toHaveLength(0)
  await rm(root, { recursive: true })
})
