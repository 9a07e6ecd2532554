import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Order, Report } from './messages.ts'
import { residentBytes } from './resident-bytes.ts'

const ENTRY = join(import.meta.dirname, 'run-job.ts')
const SOURCES = join(import.meta.dirname, '..')
const PACKAGES = ['../../node_modules', '../../../../node_modules', '../../../../packages'].map((path) =>
  join(import.meta.dirname, path),
)

/** All that a child finds in its environment. ONNX Runtime otherwise keeps a device id and events to be sent in the operator's home. */
export const CHILD_ENVIRONMENT = { TZ: 'UTC', MALLOC_ARENA_MAX: '2', ORT_DISABLE_TELEMETRY: '1' }

const MEGABYTE = 1024 * 1024
const TAIL_BYTES = 4000
const START_MS_MAX = 30_000

/** What the runtime reserves without using it, and what it may take between two looks at its real size. */
const RESERVE_MB = 1024

export interface ChildOptions {
  /** The file that has the table of runners. */
  runners: string
  appId: string
  memoryMb: number
  /** All that it may write to. */
  scratch: string
  /** All that it may read besides the program itself. */
  readable: string[]
}

export interface Child {
  pid: number
  /** Of an idle one: what the runtime itself needs is not the job's. */
  idleBytes: number
  send: (order: Order) => void
  /** Replaces whoever listened before. */
  listen: (listener: Listener) => void
  hasEnded: () => boolean
  /** What it last wrote to its output, without colours. */
  tail: () => string
  forgetTail: () => void
  /** At once, whatever it is doing. */
  kill: () => void
}

export interface Listener {
  onReport: (report: Report) => void
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
  spawned.on('message', (report: Report) => listener?.onReport(report))
  spawned.on('exit', (code, signal) => listener?.onEnd(signal ?? `code ${code}`))
  // A message to a process that has just died; its exit says more.
  spawned.on('error', () => {})
  const child: Omit<Child, 'idleBytes'> = {
    pid,
    send: (order) => spawned.send(order),
    listen: (next) => {
      listener = next
    },
    hasEnded: () => spawned.exitCode !== null || spawned.signalCode !== null,
    tail: () => output.text(),
    forgetTail: output.forget,
    kill: () => void spawned.kill('SIGKILL'),
  }
  await untilReady(child)
  return { ...child, idleBytes: (await residentBytes(pid)) ?? 0 }
}

/**
 * Not a wall against native code, but what JavaScript can do is fenced: no files but those named, no programs, no
 * environment (the node's key and tokens are not in it). The shell only sets a limit that Node.js cannot set itself.
 */
function spawnChild({ runners, appId, memoryMb, scratch, readable }: ChildOptions): ChildProcess {
  const fence = [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...[SOURCES, ...PACKAGES, scratch, ...readable].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${scratch}`,
  ]
  const runtime = [`--max-old-space-size=${memoryMb}`, '--disable-warning=SecurityWarning']
  const limit = String((memoryMb + RESERVE_MB) * 1024)
  return spawn(
    '/bin/sh',
    [
      '-c',
      'ulimit -d "$0" 2>/dev/null; exec "$@"',
      limit,
      process.execPath,
      ...fence,
      ...runtime,
      ENTRY,
      runners,
      appId,
    ],
    {
      cwd: scratch,
      env: { ...CHILD_ENVIRONMENT, TMPDIR: scratch },
      // Its own group: Ctrl-C in the agent's terminal is for the agent, which lets jobs finish.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
}

async function untilReady(child: Omit<Child, 'idleBytes'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(child.kill, START_MS_MAX)
  child.listen({
    onReport: () => resolve(),
    onEnd: (how) => reject(new Error(`The process for a job ended at its start (${how}). ${child.tail()}`)),
  })
  await promise.finally(() => clearTimeout(timer))
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
    forget: () => {
      kept = Buffer.alloc(0)
    },
  }
}

export function overLimit(child: Child, memoryMb: number, bytes: number): boolean {
  return bytes - child.idleBytes > memoryMb * MEGABYTE
}
