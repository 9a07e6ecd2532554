import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { attempts, type Target } from '../test/hostile-runners.ts'
import { openSandbox, type Sandbox, type SandboxJob, type SandboxOptions } from './sandbox.ts'

const RUNNERS = join(import.meta.dirname, '../test/hostile-runners.ts')
const isLinux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0
/** Root in a container may lack some of these: to read everything, to trace, to mount. */
const hasAllRights = isRoot && isLinux && [2n, 19n, 21n].every((bit) => (capabilitiesOf('self') >> bit) & 1n)
const ends: (() => void)[] = []

/** A skipped test would count as a failed one. */
const onLinux = isLinux ? test : () => {}
const onLinuxAsRoot = isRoot ? onLinux : () => {}

afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** The targets of the attacks. Everyone may write there, so that only the sandbox protects them. */
async function target(): Promise<Target> {
  const home = mkdtempSync(join(tmpdir(), 'infra-home-'))
  chmodSync(home, 0o777)
  mkdirSync(join(home, 'mounted'))
  for (const name of ['node-localhost.key', 'deletable', 'own'])
    writeFileSync(join(home, name), 'secret', { mode: 0o644 })
  const native = globSync('node_modules/@neplex/vectorizer-*/*.node', {
    cwd: join(import.meta.dirname, '../../../..'),
  })[0]!
  copyFileSync(join(import.meta.dirname, '../../../..', native), join(home, 'program.node'))
  const agent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const tcp = createServer().listen(0, '127.0.0.1')
  const local = createServer().listen(join(home, 'socket'))
  const udp = createSocket('udp4').bind(0, '127.0.0.1')
  await Promise.all([once(tcp, 'listening'), once(local, 'listening'), once(udp, 'listening')])
  chmodSync(join(home, 'socket'), 0o777)
  ends.push(() => {
    agent.kill('SIGKILL')
    tcp.close()
    local.close()
    udp.close()
    // What the unconfined job mounted and left behind.
    if (isRoot)
      execFileSync('sh', ['-c', `umount "${home}/mounted" 2>/dev/null; ipcrm -M 0x1f4a 2>/dev/null; true`])
    rmSync(home, { recursive: true, force: true })
  })
  return {
    home,
    agentPid: agent.pid!,
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    unixSocket: join(home, 'socket'),
  }
}

/** `mode`: who may enter the folder with the node's files. */
function open(options: Partial<SandboxOptions>, mode = 0o755): { sandbox: Sandbox; root: string } {
  const root = mkdtempSync(join(tmpdir(), 'infra-sandbox-'))
  chmodSync(root, mode)
  const scratch = join(root, 'scratch')
  const sandbox = openSandbox({ scratch, readable: [], childrenMax: 2, runners: RUNNERS, ...options })
  ends.push(() => {
    sandbox.close()
    rmSync(root, { recursive: true, force: true })
  })
  return { sandbox, root }
}

async function run(sandbox: Sandbox, appId: string, change: Partial<SandboxJob> = {}): Promise<string> {
  const [output] = await sandbox.run({
    appId,
    input: {},
    files: {},
    scratch: sandbox.scratchOf(appId),
    weights: {},
    threads: 1,
    limits: { runSeconds: 30, memoryMb: 400 },
    onProgress: () => {},
    onText: () => {},
    signal: new AbortController().signal,
    ...change,
  })
  return (output as { text: string }).text
}

async function attack(unsafeForTests: 'confined' | 'unconfined', mode?: number): Promise<string[]> {
  const { sandbox } = open({ unsafeForTests }, mode)
  return JSON.parse(await run(sandbox, 'attack', { input: { target: JSON.stringify(await target()) } }))
}

onLinux('[finding S6] a hijacked job succeeds in none of its attacks', async () => {
  expect(Object.keys(attempts).length).toBeGreaterThanOrEqual(20)
  expect(await attack('confined')).toEqual([])
})

onLinux('[finding S6] without the sandbox the same attacks succeed: the test above can fail', async () => {
  const succeeded = await attack('unconfined')
  // The outcome of these depends on the machine: whether it lets users have namespaces, and who runs the test.
  const mayFail = hasAllRights
    ? []
    : [
        'ask for a namespace of its own',
        'mount a file system',
        'become root',
        'open a file by its handle',
        'trace the agent',
        'read the memory of the agent',
        'open the memory of the agent',
      ]
  const failed = Object.keys(attempts).filter((name) => !succeeded.includes(name))
  expect(failed.filter((name) => !mayFail.includes(name))).toEqual([])
})

onLinux('[finding S6] a child is confined by the kernel, and is never root', async () => {
  const { sandbox } = open({ runners: undefined })
  const { level, uid } = await sandbox.confinement()
  expect(level).toBe('full')
  expect(uid).not.toBe(0)
})

/** The program itself may be in a folder that only root may enter. */
function mayAllEnter(path: string): boolean {
  return (statSync(path).mode & 1) === 1 && (path === '/' || mayAllEnter(dirname(path)))
}

/** The capabilities in any of the process's sets. */
function capabilitiesOf(pid: number | 'self'): bigint {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return ['CapEff', 'CapPrm', 'CapInh', 'CapAmb']
    .map((set) => BigInt(`0x${status.match(new RegExp(`${set}:\\s+(\\w+)`))![1]}`))
    .reduce((all, one) => all | one)
}

/** The capabilities of a child at work. */
async function capabilitiesIn(mode: number): Promise<bigint> {
  const { sandbox, root } = open({}, mode)
  const started = Promise.withResolvers<void>()
  const stop = new AbortController()
  const job = run(sandbox, 'wait', { signal: stop.signal, onProgress: () => started.resolve() })
  await Promise.race([started.promise, job])
  const line = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .find((line) => line.includes('run-job.ts') && line.includes(root))!
  const capabilities = capabilitiesOf(Number.parseInt(line, 10))
  stop.abort(new Error('seen'))
  await expect(job).rejects.toThrow('seen')
  return capabilities
}

onLinuxAsRoot(
  '[finding S6] a job of root keeps no capability, or only the one to read if the folder is closed to others',
  async () => {
    // A container may have CAP_DAC_OVERRIDE alone.
    const toRead = capabilitiesOf('self') & (1n << 2n) || 1n << 1n
    const isOpen = [import.meta.dirname, process.execPath].every(mayAllEnter)
    expect(await capabilitiesIn(0o755)).toBe(isOpen ? 0n : toRead)
    expect(await capabilitiesIn(0o700)).toBe(toRead)
  },
)

onLinux(
  '[finding S6] in a folder that only its owner may enter, a hijacked job succeeds in no attack either',
  async () => {
    expect(await attack('confined', 0o700)).toEqual([])
  },
)

/** What one job can read of another's input while that one is running. */
async function readInputOfAnother(unsafeForTests: 'confined' | 'unconfined'): Promise<string> {
  const { sandbox, root } = open({ unsafeForTests }, 0o700)
  writeFileSync(join(root, 'input'), 'private')
  const started = Promise.withResolvers<void>()
  const stop = new AbortController()
  const other = run(sandbox, 'wait', {
    files: { image: join(root, 'input') },
    signal: stop.signal,
    onProgress: () => started.resolve(),
  })
  await Promise.race([started.promise, other])
  const [path] = globSync(join(root, 'scratch/children/*/image'))
  return await run(sandbox, 'read', { input: { path: path! } }).finally(async () => {
    stop.abort(new Error('seen'))
    await expect(other).rejects.toThrow('seen')
  })
}

onLinux('[finding S6] a job cannot read the input of another job that runs at the same time', async () => {
  await expect(readInputOfAnother('confined')).rejects.toMatchObject({
    message: expect.stringContaining('EACCES'),
  })
  expect(await readInputOfAnother('unconfined')).toBe('private')
})

test('[finding S6] what a child sends is bounded: an endless report and an oversized file are refused', async () => {
  const { sandbox } = open({ unsafeForTests: 'confined' })
  await expect(run(sandbox, 'flood')).rejects.toMatchObject({
    reason: 'app_failed',
    message: expect.stringContaining('too long'),
  })
  await expect(run(sandbox, 'announce')).rejects.toMatchObject({
    reason: 'app_failed',
    message: expect.stringContaining('makes no sense'),
  })
})
