import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { JobFailure, type RunnerOutput } from '../runners/runner.ts'
import { type Child, overLimit, startChild } from './child.ts'
import type { Order } from './messages.ts'
import { residentBytes } from './resident-bytes.ts'

export interface SandboxOptions {
  /** Scratch folders lie in it; emptied by whoever owns it. */
  scratch: string
  /** Folders that hold weights. */
  readable: string[]
  /** Children that may live at once, working or waiting. */
  childrenMax: number
  /** How long one is kept without work. */
  idleMs?: number
  /** The file that has the table of runners, where it is not ours. */
  runners?: string
}

export interface SandboxJob extends Order {
  appId: string
  limits: { runSeconds: number; memoryMb: number }
  onProgress: (part: number, stage: string) => void
  onText: (append: string) => void
  signal: AbortSignal
}

export interface Sandbox {
  /** Where a job of this app may keep its files. */
  scratchOf: (appId: string) => string
  /** Rejects with a `JobFailure`, or with the signal's reason; then the child is already dead. */
  run: (job: SandboxJob) => Promise<RunnerOutput[]>
  close: () => void
}

const RUNNERS = join(import.meta.dirname, '../runners/runners.ts')
const IDLE_MS = 60_000
const LOOK_MS = 100

/** One process a job. One that did well waits for the next job of its app: its model is loaded. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const idle: { appId: string; child: Child; timer: NodeJS.Timeout }[] = []
  const busy = new Set<Child>()
  let starting = 0

  const drop = (index: number) => {
    const [dropped] = idle.splice(index, 1)
    clearTimeout(dropped!.timer)
    dropped!.child.kill()
  }

  async function take(appId: string, memoryMb: number): Promise<Child> {
    const index = idle.findLastIndex((warm) => warm.appId === appId)
    if (index !== -1) {
      const [warm] = idle.splice(index, 1)
      clearTimeout(warm!.timer)
      if (!warm!.child.hasEnded()) return warm!.child
    }
    // The one that has waited longest makes room.
    while (idle.length > 0 && idle.length + busy.size + starting >= options.childrenMax) drop(0)
    starting += 1
    const scratch = scratchOf(appId)
    const { readable, runners = RUNNERS } = options
    return await startChild({ runners, appId, memoryMb, scratch, readable }).finally(() => {
      starting -= 1
    })
  }

  function keep(appId: string, child: Child): void {
    child.listen({ onReport: () => {}, onEnd: () => {} })
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
    run: async (job) => {
      job.signal.throwIfAborted()
      const child = await take(job.appId, job.limits.memoryMb)
      busy.add(child)
      try {
        const outputs = await runIn(child, job)
        keep(job.appId, child)
        return outputs
      } catch (error) {
        // One that failed or was stopped half-way may be in any state.
        child.kill()
        throw error
      } finally {
        busy.delete(child)
      }
    },
    close: () => {
      while (idle.length > 0) drop(0)
      for (const child of busy) child.kill()
    },
  }
}

async function runIn(child: Child, job: SandboxJob): Promise<RunnerOutput[]> {
  const { promise, resolve, reject } = Promise.withResolvers<RunnerOutput[]>()
  const { runSeconds, memoryMb } = job.limits
  const stop = () => reject(job.signal.reason)
  job.signal.addEventListener('abort', stop, { once: true })
  if (job.signal.aborted) stop()
  const clock = setTimeout(() => {
    reject(new JobFailure('timed_out', `It took longer than ${runSeconds} s. ${child.tail()}`))
  }, runSeconds * 1000)
  const look = setInterval(async () => {
    const bytes = await residentBytes(child.pid)
    if (bytes !== undefined && overLimit(child, memoryMb, bytes))
      reject(new JobFailure('out_of_memory', `It took more than ${memoryMb} MB.`))
  }, LOOK_MS)
  child.listen({
    onReport: (report) => {
      if (report.is === 'progress') job.onProgress(report.part, report.stage)
      if (report.is === 'text') job.onText(report.append)
      if (report.is === 'done') resolve(report.outputs)
      if (report.is === 'failed')
        reject(new JobFailure(report.reason, described(report.detail, child), { final: report.final }))
    },
    onEnd: (how) => reject(endedEarly(child, how)),
  })
  try {
    child.forgetTail()
    const { input, files, scratch, weights, threads } = job
    child.send({ input, files, scratch, weights, threads })
    return await promise
  } finally {
    clearTimeout(clock)
    clearInterval(look)
    job.signal.removeEventListener('abort', stop)
  }
}

function endedEarly(child: Child, how: string): JobFailure {
  const tail = child.tail()
  // Nobody but the kernel, short of memory, kills a child behind our back.
  const starved = how === 'SIGKILL' || /out of memory|bad_alloc|allocation failed/i.test(tail)
  return new JobFailure(starved ? 'out_of_memory' : 'app_failed', `The process ended early (${how}). ${tail}`)
}

function described(detail: string, child: Child): string {
  const tail = child.tail()
  return tail ? `${detail}\n${tail}` : detail
}
