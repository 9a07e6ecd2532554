import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { programFiles, programFolders } from '../program-files.ts'
import { type FrameReader, REPORTS_FD, readFrames } from './frames.ts'
import type { Launch } from './launch.ts'
import { type Confinement, type Order, Report } from './messages.ts'
import { residentBytes } from './resident-bytes.ts'

/** A child's whole environment. */
export const CHILD_ENVIRONMENT = {
  TZ: 'UTC',
  MALLOC_ARENA_MAX: '2',
  // Without it, ONNX Runtime stores a device id and telemetry in the operator's home folder.
  ORT_DISABLE_TELEMETRY: '1',
  // The child may not read the system's configuration, and without that the runtime does not start.
  OPENSSL_CONF: '/dev/null',
}

const MEGABYTE = 1024 * 1024
const TAIL_BYTES = 4000
const START_MS_MAX = 30_000

/** What the runtime reserves without using it, and what it may allocate between two checks of its real size. */
const RESERVE_MB = 1024

export interface ChildOptions {
  /** The file that has the table of runners. */
  runners: string
  appId: string
  memoryMb: number
  /** Its own folder: the agent puts the files of its job here. It can read them, but can't write anywhere. */
  folder: string
  /** Everything that it may read besides the program itself and its folder. */
  readable: string[]
  /** Enforced by the kernel on Linux; elsewhere, the app is only asked to use no more threads. */
  coresMax?: number
  /**
   * For tests only: Node.js' permissions don't restrict the child, so that JavaScript can do what native code could; with `unconfined`,
   * nothing else does either.
   */
  unsafeForTests?: 'confined' | 'unconfined'
}

export interface Child {
  pid: number
  folder: string
  confinement: Confinement
  /** The memory of an idle child, because what the runtime itself needs isn't the job's. */
  idleBytes: number
  send: (order: Order) => void
  /** Replaces the listener before it. */
  listen: (listener: Listener) => void
  hasEnded: () => boolean
  /** What it last wrote to its output, without colours. */
  tail: () => string
  clearTail: () => void
  /** Right away, whatever it's doing. */
  kill: () => void
}

export interface Listener {
  /** The next report is read after this one was handled. The content that follows a report is read from `reader`. */
  onReport: (report: Report, reader: FrameReader) => void | Promise<void>
  /** Says by which signal, or with which code. */
  onEnd: (how: string) => void
}

/** Starts a process that can run the jobs of one app, and waits until it is ready. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const spawned = spawnChild(options)
  const pid = spawned.pid
  if (pid === undefined) throw new Error('The process for a job could not be started.')
  const output = keepTail(spawned)
  let listener: Listener | undefined
  const kill = () => void spawned.kill('SIGKILL')
  const end = Promise.withResolvers<string>()
  spawned.on('exit', (code, signal) => {
    end.resolve(signal ?? `code ${code}`)
    rm(options.folder, { recursive: true, force: true }).catch(() => {})
  })
  // The process has just exited; its exit is reported.
  spawned.on('error', () => {})
  spawned.stdin!.on('error', () => {})
  const broken = readReports(spawned, (report, reader) => listener?.onReport(report, reader)).then(
    () => undefined,
    (error: Error) => {
      kill()
      return error.message
    },
  )
  void end.promise.then(async (how) => listener?.onEnd((await broken) ?? how))
  const child: Omit<Child, 'idleBytes' | 'confinement'> = {
    pid,
    folder: options.folder,
    send: (order) => void spawned.stdin!.write(`${JSON.stringify(order)}\n`),
    listen: (next) => {
      listener = next
    },
    hasEnded: () => spawned.exitCode !== null || spawned.signalCode !== null,
    tail: () => output.text(),
    clearTail: output.clear,
    kill,
  }
  const confinement = await untilReady(child)
  return { ...child, confinement, idleBytes: (await residentBytes(pid)) ?? 0 }
}

async function readReports(spawned: ChildProcess, onReport: Listener['onReport']): Promise<void> {
  const reader = readFrames(spawned.stdio[REPORTS_FD] as Readable)
  for (let value = await reader.next(); value !== undefined; value = await reader.next()) {
    const { success, data } = Report.safeParse(value)
    if (!success) throw new Error('The process sent a report that makes no sense.')
    await onReport(data, reader)
  }
}

/**
 * The kernel restricts the child if it can (see `launch.ts`), including native code. Node.js' permissions restrict JavaScript everywhere:
 * it can only read the named files, and can't write, start programs or use the network.
 */
function spawnChild(options: ChildOptions): ChildProcess {
  const { runners, appId, memoryMb, folder, coresMax, unsafeForTests } = options
  const readable = [...programFolders, folder, ...options.readable]
  const permissions = [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ]
  const execArgs = [
    ...(unsafeForTests ? [] : permissions),
    `--max-old-space-size=${memoryMb}`,
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
    programFiles.child,
    runners,
    appId,
    folder,
  ]
  const dataBytes = (memoryMb + RESERVE_MB) * MEGABYTE
  const [program, args] =
    process.platform === 'linux' && unsafeForTests !== 'unconfined'
      ? launched({ readable, dataBytes, coresMax, execArgs })
      : limited(dataBytes, execArgs)
  return spawn(program, args, {
    cwd: '/',
    env: CHILD_ENVIRONMENT,
    // Its own group: Ctrl-C in the agent's terminal is for the agent, which lets jobs finish.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
}

function launched(launch: Launch): [string, string[]] {
  return [
    process.execPath,
    ['--disable-warning=ExperimentalWarning', programFiles.launcher, JSON.stringify(launch)],
  ]
}

/** The shell only sets a limit that Node.js cannot set itself. */
function limited(dataBytes: number, execArgs: string[]): [string, string[]] {
  const script = 'ulimit -d "$0" 2>/dev/null; exec "$@"'
  return ['/bin/sh', ['-c', script, String(dataBytes / 1024), process.execPath, ...execArgs]]
}

const UNCONFINED: Confinement = { level: 'none', landlock: 0, uid: process.getuid?.() ?? 0 }

async function untilReady(child: Pick<Child, 'kill' | 'listen' | 'tail'>): Promise<Confinement> {
  const { promise, resolve, reject } = Promise.withResolvers<Confinement>()
  const timer = setTimeout(child.kill, START_MS_MAX)
  let confinement = UNCONFINED
  child.listen({
    onReport: (report) => {
      if (report.is === 'confined') confinement = report
      if (report.is === 'ready') resolve(confinement)
    },
    onEnd: (how) => reject(new Error(`The process for a job ended at its start (${how}). ${child.tail()}`)),
  })
  return await promise.finally(() => clearTimeout(timer))
}

function keepTail({ stdout, stderr }: ChildProcess) {
  let kept = Buffer.alloc(0)
  const keep = (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-TAIL_BYTES)
  }
  stdout!.on('data', keep)
  stderr!.on('data', keep)
  return {
    text: () => stripVTControlCharacters(kept.toString('utf8')).trim(),
    clear: () => {
      kept = Buffer.alloc(0)
    },
  }
}

export function overLimit(child: Child, memoryMb: number, bytes: number): boolean {
  return bytes - child.idleBytes > memoryMb * MEGABYTE
}
