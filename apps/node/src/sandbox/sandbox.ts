import { chmodSync, mkdirSync } from 'node:fs'
import { chmod, link, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { programFiles } from '../program-files.ts'
import { JobFailure, type JobOutput } from '../runners/runner.ts'
import { type Child, type ChildOptions, overLimit, startChild } from './child.ts'
import type { FrameReader } from './frames.ts'
import type { Confinement, Order, Report } from './messages.ts'
import { residentBytes } from './resident-bytes.ts'

export interface SandboxOptions {
  /** The folder for scratch folders; its owner empties it. */
  scratch: string
  /** Folders that hold weights. */
  readable: string[]
  /** Children that may live at once, working or waiting. */
  childrenMax: number
  /** Cores that all children together may use, where that is not all of them. */
  coresMax?: number
  /** How long an idle child is kept. */
  idleMs?: number
  /** The file that has the table of runners, where it is not ours. */
  runners?: string
  unsafeForTests?: ChildOptions['unsafeForTests']
}

export interface SandboxJob extends Order {
  appId: string
  /** Where we put the files that it makes. */
  scratch: string
  limits: { runSeconds: number; memoryMb: number }
  onProgress: (part: number, stage: string) => void
  onText: (append: string) => void
  signal: AbortSignal
}

export interface Sandbox {
  /** Where the files of a job of this app are stored. No child can see it. */
  scratchOf: (appId: string) => string
  /** Rejects with a `JobFailure`, or with the signal's reason; then the child has already exited. */
  run: (job: SandboxJob) => Promise<JobOutput[]>
  /** How children are confined here, as reported by a child that is started to find out. */
  confinement: () => Promise<Confinement>
  /** Of all children. */
  pids: () => number[]
  /** Ends the children that wait for a job, so that their memory is free. */
  endIdle: () => void
  close: () => void
}

const IDLE_MS = 60_000
const POLL_MS = 100
const CONFINEMENT_MB = 100

/** One process per job. After a success it is kept for the next job of its app, because its model is loaded. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const idle: { appId: string; child: Child; timer: NodeJS.Timeout }[] = []
  const busy = new Set<Child>()
  let starting = 0

  const drop = (index: number) => {
    const [dropped] = idle.splice(index, 1)
    clearTimeout(dropped!.timer)
    dropped!.child.kill()
  }

  function endIdle(): void {
    while (idle.length > 0) drop(0)
  }

  async function take(appId: string, memoryMb: number): Promise<Child> {
    const index = idle.findLastIndex((warm) => warm.appId === appId)
    if (index !== -1) {
      const [warm] = idle.splice(index, 1)
      clearTimeout(warm!.timer)
      if (!warm!.child.hasEnded()) return warm!.child
    }
    // Ends the child that has been idle longest to make room.
    while (idle.length > 0 && idle.length + busy.size + starting >= options.childrenMax) drop(0)
    starting += 1
    const { readable, runners = programFiles.runners, coresMax, unsafeForTests } = options
    try {
      const folder = await makeChildFolder(options.scratch)
      return await startChild({ runners, appId, memoryMb, folder, readable, coresMax, unsafeForTests })
    } finally {
      starting -= 1
    }
  }

  function keep(appId: string, child: Child): void {
    // An idle child has nothing to report; one that does cannot be trusted with the next job.
    child.listen({ onReport: () => child.kill(), onEnd: () => {} })
    const timer = setTimeout(() => {
      const index = idle.findIndex((warm) => warm.child === child)
      if (index !== -1) drop(index)
    }, options.idleMs ?? IDLE_MS)
    timer.unref()
    idle.push({ appId, child, timer })
  }

  function scratchOf(appId: string): string {
    const folder = join(options.scratch, appId)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  return {
    scratchOf,
    confinement: async () => {
      const child = await take('echo', CONFINEMENT_MB)
      child.kill()
      return child.confinement
    },
    run: async (job) => {
      job.signal.throwIfAborted()
      const child = await take(job.appId, job.limits.memoryMb)
      busy.add(child)
      try {
        const outputs = await runIn(child, job)
        keep(job.appId, child)
        return outputs
      } catch (error) {
        // After a failure or a stop, the child may be in any state.
        child.kill()
        throw error
      } finally {
        busy.delete(child)
      }
    },
    pids: () => [...idle.map(({ child }) => child), ...busy].map(({ pid }) => pid),
    endIdle,
    close: () => {
      endIdle()
      for (const child of busy) child.kill()
    },
  }
}

/** For one child alone, so that others never see the files of its jobs. A child may run as another user than we. */
async function makeChildFolder(scratch: string): Promise<string> {
  const children = join(scratch, 'children')
  mkdirSync(children, { recursive: true })
  for (const folder of [scratch, children]) chmodSync(folder, 0o711)
  const folder = await mkdtemp(join(children, 'child-'))
  await chmod(folder, 0o755)
  return folder
}

async function runIn(child: Child, job: SandboxJob): Promise<JobOutput[]> {
  const { promise, resolve, reject } = Promise.withResolvers<JobOutput[]>()
  const { runSeconds, memoryMb } = job.limits
  const stop = () => reject(job.signal.reason)
  job.signal.addEventListener('abort', stop, { once: true })
  if (job.signal.aborted) stop()
  const clock = setTimeout(() => {
    reject(new JobFailure('timed_out', `It took longer than ${runSeconds} s. ${child.tail()}`))
  }, runSeconds * 1000)
  const pollTimer = setInterval(async () => {
    const bytes = await residentBytes(child.pid)
    if (bytes !== undefined && overLimit(child, memoryMb, bytes))
      reject(new JobFailure('out_of_memory', `It took more than ${memoryMb} MB.`))
  }, POLL_MS)
  child.listen({
    onReport: async (report, reader) => {
      if (report.is === 'progress') job.onProgress(report.part, report.stage)
      if (report.is === 'text') job.onText(report.append)
      if (report.is === 'done') await receive(report.outputs, reader, job.scratch).then(resolve, reject)
      if (report.is === 'failed')
        reject(new JobFailure(report.reason, described(report.detail, child), { final: report.final }))
    },
    onEnd: (how) => reject(endedEarly(child, how)),
  })
  try {
    child.clearTail()
    const { input, weights, threads } = job
    const files = await linkFiles(job.files, child.folder)
    child.send({ input, files, weights, threads })
    return await promise
  } finally {
    clearTimeout(clock)
    clearInterval(pollTimer)
    job.signal.removeEventListener('abort', stop)
    for (const field of Object.keys(job.files)) await rm(join(child.folder, field), { force: true })
  }
}

/** Links the files of a job into the folder that the child may read. */
async function linkFiles(files: Record<string, string>, folder: string): Promise<Record<string, string>> {
  const linked: Record<string, string> = {}
  for (const [field, path] of Object.entries(files)) {
    linked[field] = join(folder, field)
    await link(path, linked[field])
    await chmod(linked[field], 0o644)
  }
  return linked
}

type Announced = Extract<Report, { is: 'done' }>['outputs']

/** Writes a job's outputs to files that we name. The bytes were announced, and are counted. */
async function receive(outputs: Announced, reader: FrameReader, scratch: string): Promise<JobOutput[]> {
  const received: JobOutput[] = []
  for (const [at, output] of outputs.entries()) {
    if ('text' in output) {
      received.push(output)
      continue
    }
    const path = join(scratch, `output-${at}`)
    const file = await open(path, 'w')
    try {
      for await (const piece of reader.pieces(output.bytes)) await file.write(piece)
    } finally {
      await file.close()
    }
    received.push({ name: output.name, kind: output.kind, path })
  }
  return received
}

function endedEarly(child: Child, how: string): JobFailure {
  const tail = child.tail()
  // Only the kernel, when short of memory, kills a child that we didn't kill.
  const starved = how === 'SIGKILL' || /out of memory|bad_alloc|allocation failed/i.test(tail)
  return new JobFailure(starved ? 'out_of_memory' : 'app_failed', `The process ended early (${how}). ${tail}`)
}

function described(detail: string, child: Child): string {
  const tail = child.tail()
  return tail ? `${detail}\n${tail}` : detail
}
