import { type ChildProcess, fork } from 'node:child_process'
import type { OutputKind } from '@infra/protocol/apps/app'
import { type ErrorCode, type FieldProblem, Refusal } from '@infra/protocol/refusal'
import { type Compared, DIFFERENT } from '@infra/trust/comparators/compared'
import type { GateRefusal } from '@infra/trust/gates/gate-refusal'
import type { ReadTask } from './can-read-input.ts'
import type { CompareTask } from './compare-files.ts'
import type { DetectTask } from './detect-objects.ts'
import type { GateTask } from './gate-files.ts'

/** An inspected file as it will be stored; its thumbnails are at `inspectionPaths`. */
export interface Inspected {
  path: string
  sha256: string
  bytes: number
  kind: Exclude<OutputKind, 'text'>
  mime: string
  width: number | null
  height: number | null
  seconds: number | null
  placeholder: string | null
  /** Null if it isn't a picture or couldn't be classified. */
  explicit: boolean | null
}

/** For a mask in which transparent means "here", only that is kept, as white on black. */
interface Upload {
  fileName: string
  isAlphaMask?: boolean
}

export interface InspectionTask {
  path: string
  /** The file name of an upload, or the kind of an output. */
  as: Upload | { kind: OutputKind }
  /** The folder of the classifier's weights, if they are available. */
  model: string | undefined
}

export type InspectorTask = InspectionTask | GateTask | ReadTask | CompareTask | DetectTask

export type Verdict =
  | { inspected: Inspected }
  | { gated: GateRefusal }
  | { canRead: boolean }
  | { compared: Compared }
  | { detected: string[] }
  | { refusal: { code: ErrorCode; message: string; errors: FieldProblem[]; cause: string } }
  | { failure: string }

/** Each uses one core. */
const INSPECTORS_MAX = 2

/** With more, the senders would give up before their turn. */
const WAITING_MAX = 50

/**
 * An inspector exits by itself when a file takes too much processor time. One that takes this long was starved, which says nothing about
 * the file.
 */
const INSPECTION_MS_MAX = 60_000

const TRIES_MAX = 3

const idle: ChildProcess[] = []
const waiting: ((inspector: ChildProcess) => void)[] = []
let count = 0

/**
 * Inspects a file in a child process. Decoders are large, written in C, and fed by strangers: one that crashes, hangs or uses up the memory
 * takes down its own process and not the API, and one that is exploited finds neither the database nor a key in its environment.
 */
export async function inspectInChild(task: InspectionTask): Promise<Inspected> {
  const verdict = await inspectWithRetries(task)
  if (verdict === undefined)
    throw new Refusal('corrupt_file', 'The file cannot be opened, or takes far too long.')
  if ('inspected' in verdict) return verdict.inspected
  throw errorOf(verdict)
}

/** Compares a result with its job in the same way: returns what is wrong with it, or null. */
export async function gateInChild(task: GateTask): Promise<GateRefusal> {
  const verdict = await inspectWithRetries(task)
  if (verdict === undefined) return 'The result cannot be opened, or takes far too long.'
  if ('gated' in verdict) return verdict.gated
  throw errorOf(verdict)
}

/** Opens the input of a job in the same way, and returns whether it can be read. */
export async function readInChild(task: ReadTask): Promise<boolean> {
  const verdict = await inspectWithRetries(task)
  if (verdict === undefined) return false
  if ('canRead' in verdict) return verdict.canRead
  throw errorOf(verdict)
}

/** Compares two results of one job in the same way. One that can't be opened differs from every other. */
export async function compareInChild(task: CompareTask): Promise<Compared> {
  const verdict = await inspectWithRetries(task)
  if (verdict === undefined) return DIFFERENT
  if ('compared' in verdict) return verdict.compared
  throw errorOf(verdict)
}

/** Detects objects in a picture in the same way. Returns none if it can't be opened. */
export async function detectInChild(task: DetectTask): Promise<string[]> {
  const verdict = await inspectWithRetries(task)
  if (verdict === undefined) return []
  if ('detected' in verdict) return verdict.detected
  throw errorOf(verdict)
}

function errorOf(verdict: Verdict): Error {
  if ('refusal' in verdict) {
    const { code, message, errors, cause } = verdict.refusal
    return new Refusal(code, message, { errors, cause })
  }
  const stack = 'failure' in verdict ? verdict.failure : 'It answered something else than it was asked.'
  return Object.assign(new Error('The inspector failed.'), { stack })
}

/** If the inspector exited before it started on the file, another one tries. */
async function inspectWithRetries(task: InspectorTask): Promise<Verdict | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const inspector = await takeInspector()
    const verdict = await inspect(inspector, task)
    // An inspector that exited may still appear to run, because its exit is reported only after a message couldn't be sent to it.
    if (typeof verdict === 'object') giveBack(inspector)
    else replace(inspector)
    if (verdict === 'late') break
    if (verdict !== 'untouched') return verdict
  }
  throw new Refusal('dependency_unavailable', 'Files cannot be inspected right now. Try again shortly.', {
    retryAfterSeconds: 5,
  })
}

/** Undefined if the inspector exited while working on the file; `untouched` if it exited before it started; `late` if it was starved. */
async function inspect(
  inspector: ChildProcess,
  task: InspectorTask,
): Promise<Verdict | 'untouched' | 'late' | undefined> {
  const { promise, resolve } = Promise.withResolvers<Verdict | 'untouched' | 'late' | undefined>()
  // What it means if the inspector exits at this point.
  let onExit: 'untouched' | 'late' | undefined = 'untouched'
  const onMessage = (message: Verdict | 'begun') => {
    if (message !== 'begun') resolve(message)
    else if (onExit === 'untouched') onExit = undefined
  }
  const giveUp = () => resolve(onExit)
  const timer = setTimeout(() => {
    onExit = 'late'
    inspector.kill('SIGKILL')
  }, INSPECTION_MS_MAX)
  inspector.on('message', onMessage).on('exit', giveUp)
  inspector.send(task, (error) => error && giveUp())
  return promise.finally(() => {
    inspector.off('message', onMessage).off('exit', giveUp)
    clearTimeout(timer)
  })
}

async function takeInspector(): Promise<ChildProcess> {
  const free = idle.pop()
  if (free?.connected) return free
  if (free) count--
  if (count < INSPECTORS_MAX) return startInspector()
  if (waiting.length === WAITING_MAX) throw tooMany()
  return new Promise((resolve) => waiting.push(resolve))
}

function giveBack(inspector: ChildProcess): void {
  const next = waiting.shift()
  if (next) next(inspector)
  else idle.push(inspector)
}

function replace(inspector: ChildProcess): void {
  inspector.kill('SIGKILL')
  count--
  const next = waiting.shift()
  if (next) next(startInspector())
}

function startInspector(): ChildProcess {
  count++
  const inspector = fork(new URL('inspector.ts', import.meta.url), [], { env: {}, execArgv: [] })
  // It must not keep the API running, and exits with it.
  inspector.unref()
  inspector.channel?.unref()
  inspector.on('error', () => {})
  return inspector
}

function tooMany(): Refusal {
  return new Refusal('dependency_unavailable', 'Too many files are being inspected. Try again shortly.', {
    retryAfterSeconds: 5,
  })
}
