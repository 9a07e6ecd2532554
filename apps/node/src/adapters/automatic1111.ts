import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { JobFailure } from '../runners/runner.ts'
import { type Adapter, type AdapterJob, RemoteUnavailable } from './adapter.ts'
import { describePicture, listCheckpoints } from './automatic1111-facts.ts'
import { imagineOrder } from './imagine-order.ts'
import { createMutex } from './mutex.ts'
import { PICTURE_BYTES_MAX, pictureOutput } from './picture-output.ts'
import { previewer } from './previewer.ts'
import {
  type Remote,
  readFacts,
  requestJson,
  sendCancellation,
  statusOf,
  trackCancellation,
} from './remote.ts'

const POLL_MS = 500
/** How long a cancelled job that waits behind others is watched, to stop it when its turn comes. */
const WATCH_MS_MAX = 10 * 60_000
/** A job that was sent a moment ago may not be listed yet. */
const UNKNOWN_POLLS_MAX = 4
const PROGRESS_BYTES_MAX = 8_000_000

const Made = z.object({ images: z.array(z.base64()).min(1), info: z.unknown().optional() })
const State = z.object({
  job: z.string().optional(),
  interrupted: z.boolean().optional(),
  skipped: z.boolean().optional(),
})
const Progress = z.object({ progress: z.number(), state: State.optional() })
const Task = z.object({
  active: z.boolean(),
  queued: z.boolean(),
  completed: z.boolean(),
  progress: z.number().nullish(),
  live_preview: z.string().nullish(),
  id_live_preview: z.number().nullish(),
})
type Task = z.infer<typeof Task>

const PROGRESS = 'sdapi/v1/progress?skip_current_image=true'
/** The job name of pictures that come through its API; those of its own page have other names. */
const API_JOB = 'scripts_txt2img'

/** Stable Diffusion WebUI, started with `--api`. */
export function automatic1111(remote: Remote): Adapter {
  // It paints one picture at a time and can be interrupted, but without saying which one. So we send it one job at a time.
  const hold = createMutex()
  return {
    check: async (signal) => {
      const answer = await requestJson(remote, PROGRESS, { signal }, PROGRESS_BYTES_MAX).catch((error) => {
        if (statusOf(error) !== 404) throw error
        throw new RemoteUnavailable(
          `${remote.url.origin} has no API of Stable Diffusion WebUI. Start it with --api.`,
        )
      })
      if (!Progress.safeParse(answer).success)
        throw new RemoteUnavailable(`${remote.url.origin} does not answer as Stable Diffusion WebUI.`)
      if ((await listCheckpoints(remote, signal))?.length === 0)
        throw new RemoteUnavailable(`${remote.url.origin} has no checkpoint.`)
    },
    run: async (job) => {
      job.progress(0, 'Waiting for the painter')
      const release = await hold(job.signal)
      try {
        return await paint(remote, job)
      } finally {
        release()
      }
    },
  }
}

async function paint(remote: Remote, job: AdapterJob) {
  const { input, scratch, progress, signal } = job
  const task = `task(infra-${randomUUID()})`
  const { width, height, ...order } = imagineOrder(input)
  const body = {
    prompt: order.prompt,
    negative_prompt: order.negative,
    width,
    height,
    steps: order.steps,
    cfg_scale: order.guidance,
    seed: order.seed,
    batch_size: 1,
    n_iter: 1,
    force_task_id: task,
  }
  const stop = () => trackCancellation(interruptTask(remote, task))
  signal.addEventListener('abort', stop, { once: true })
  const painted = new AbortController()
  // Progress is optional: a failed poll costs nothing.
  showProgress(remote, task, job, AbortSignal.any([signal, painted.signal])).catch(() => {})
  try {
    const answer = await requestJson(remote, 'sdapi/v1/txt2img', { body, signal }, PICTURE_BYTES_MAX * 1.5)
    const made = Made.safeParse(answer)
    if (!made.success) throw new JobFailure('app_failed', 'The server sent no picture.')
    await throwIfInterrupted(remote, signal)
    progress(0.97, 'Fetching the picture')
    const outputs = await pictureOutput(Buffer.from(made.data.images[0]!, 'base64'), scratch)
    return { outputs, facts: await describePicture(remote, made.data.info, signal) }
  } finally {
    painted.abort()
    signal.removeEventListener('abort', stop)
  }
}

/** Progress and previews of this job only: the server may be painting something of the operator's, which nobody else may see. */
async function showProgress(
  remote: Remote,
  task: string,
  { progress, preview }: AdapterJob,
  signal: AbortSignal,
): Promise<void> {
  const show = previewer(preview)
  let seen = -1
  for (;;) {
    await sleep(POLL_MS, undefined, { signal })
    const now = await taskNow(remote, task, seen, signal)
    if (!isKnown(now)) {
      // Without its page, or in older versions, there's only the progress of whatever is being painted.
      const data = await readFacts(remote, PROGRESS, Progress, signal)
      if (data?.state?.job === API_JOB) progress(bounded(data.progress), 'Painting')
      continue
    }
    if (!now.active) continue
    progress(bounded(now.progress ?? 0), 'Painting')
    seen = now.id_live_preview ?? seen
    const base64 = /^data:image\/\w+;base64,(.+)$/s.exec(now.live_preview ?? '')?.[1]
    if (base64) show(Buffer.from(base64, 'base64'))
  }
}

function bounded(part: number): number {
  return Math.max(0, Math.min(1, part)) * 0.95
}

function taskNow(remote: Remote, task: string, seen: number, signal: AbortSignal): Promise<Task | undefined> {
  const body = { id_task: task, id_live_preview: seen }
  return readFacts(remote, 'internal/progress', Task, signal, body)
}

function isKnown(task: Task | undefined): task is Task {
  return task !== undefined && (task.active || task.queued || task.completed)
}

/** The server can only interrupt what it's painting. While that is something else, our job waits, and is stopped when its turn comes. */
async function interruptTask(remote: Remote, task: string): Promise<void> {
  const signal = AbortSignal.timeout(WATCH_MS_MAX)
  for (let unknown = 0; unknown < UNKNOWN_POLLS_MAX; ) {
    const now = await taskNow(remote, task, -1, signal)
    if (!now || now.active) return sendCancellation(remote, 'sdapi/v1/interrupt')
    if (now.completed) return
    if (!now.queued) unknown += 1
    await sleep(POLL_MS, undefined, { signal, ref: false })
  }
}

/** An interrupted picture is sent unfinished, like any other. */
async function throwIfInterrupted(remote: Remote, signal: AbortSignal): Promise<void> {
  const after = await readFacts(remote, PROGRESS, Progress, signal)
  if (after?.state?.interrupted || after?.state?.skipped)
    throw new JobFailure('app_failed', 'Somebody interrupted Stable Diffusion WebUI.')
}
