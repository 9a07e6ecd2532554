import { type ChildProcess, fork } from 'node:child_process'
import type { OutputKind } from '@infra/protocol/apps/app'
import { type ErrorCode, type FieldProblem, Refusal } from '@infra/protocol/refusal'

/** A file that was looked into, as it will be kept; smaller pictures lie at `inspectionPaths`. */
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
  /** Nothing, where it is no picture or could not be judged. */
  explicit: boolean | null
}

export interface InspectionTask {
  path: string
  /** What a person calls it, or what a node says that it is. */
  as: { fileName: string } | { kind: OutputKind }
  /** The folder of the weights that pictures are judged with, where it is here. */
  model: string | undefined
}

export type Verdict =
  | { inspected: Inspected }
  | { refusal: { code: ErrorCode; message: string; errors: FieldProblem[]; cause: string } }
  | { failure: string }

/** Each takes a core. */
const INSPECTORS_MAX = 2

/** More than these would not be reached before their senders give up. */
const WAITING_MAX = 50

/** An inspector gives up by itself on what takes too much; one that is kept from its work for so long says nothing about the file. */
const INSPECTION_MS_MAX = 60_000

const TRIES_MAX = 3

const idle: ChildProcess[] = []
const waiting: ((inspector: ChildProcess) => void)[] = []
let count = 0

/**
 * Looks into a file in a process of its own. Decoders are large, written in C, and fed by strangers: one that crashes,
 * hangs or eats all memory takes its own process down and not the API, and one that is taken over finds neither the
 * database nor a key in its environment.
 */
export async function inspectInChild(task: InspectionTask): Promise<Inspected> {
  const verdict = await untilSeen(task)
  if (verdict === undefined)
    throw new Refusal('corrupt_file', 'The file cannot be opened, or takes far too long.')
  if ('inspected' in verdict) return verdict.inspected
  if ('failure' in verdict)
    throw Object.assign(new Error('The inspector failed.'), { stack: verdict.failure })
  const { code, message, errors, cause } = verdict.refusal
  throw new Refusal(code, message, { errors, cause })
}

/** An inspector that was dead or dying when it was handed the file says nothing about it: another one looks. */
async function untilSeen(task: InspectionTask): Promise<Verdict | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const inspector = await takeInspector()
    const verdict = await ask(inspector, task).finally(() => giveBack(inspector))
    if (verdict === 'late') break
    if (verdict !== 'unseen') return verdict
  }
  throw new Refusal('dependency_unavailable', 'Files cannot be looked into right now. Try again shortly.', {
    retryAfterSeconds: 5,
  })
}

/** Nothing, where the inspector died over the file; `unseen`, where it died before; `late`, where it could not work. */
async function ask(
  inspector: ChildProcess,
  task: InspectionTask,
): Promise<Verdict | 'unseen' | 'late' | undefined> {
  const { promise, resolve } = Promise.withResolvers<Verdict | 'unseen' | 'late' | undefined>()
  // What it means that it died, as far as we know.
  let died: 'unseen' | 'late' | undefined = 'unseen'
  const hear = (told: Verdict | 'begun') => {
    if (told !== 'begun') resolve(told)
    else if (died === 'unseen') died = undefined
  }
  const giveUp = () => resolve(died)
  const timer = setTimeout(() => {
    died = 'late'
    inspector.kill('SIGKILL')
  }, INSPECTION_MS_MAX)
  inspector.on('message', hear).on('exit', giveUp)
  inspector.send(task, (error) => error && giveUp())
  return promise.finally(() => {
    inspector.off('message', hear).off('exit', giveUp)
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

/** To the next who waits, or a new one in place of one that died. */
function giveBack(inspector: ChildProcess): void {
  const lives = inspector.connected && inspector.exitCode === null && inspector.signalCode === null
  if (!lives) count--
  const next = waiting.shift()
  if (next) next(lives ? inspector : startInspector())
  else if (lives) idle.push(inspector)
}

function startInspector(): ChildProcess {
  count++
  const inspector = fork(new URL('inspector.ts', import.meta.url), [], { env: {}, execArgv: [] })
  // It must not keep us from ending; it ends with us.
  inspector.unref()
  inspector.channel?.unref()
  inspector.on('error', () => {})
  return inspector
}

function tooMany(): Refusal {
  return new Refusal('dependency_unavailable', 'Too many files are being looked at. Try again shortly.', {
    retryAfterSeconds: 5,
  })
}
