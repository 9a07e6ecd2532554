import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { JobFailure } from '../runners/runner.ts'
import type { Adapter, AdapterJob, Told } from './adapter.ts'
import { imagineOrder } from './imagine-order.ts'
import { PICTURE_BYTES_MAX, pictureOutput } from './picture-output.ts'
import { previewer } from './previewer.ts'
import { askFacts, askJson, type Remote, tellOff } from './remote.ts'

const LOOK_MS = 500
const PROGRESS_BYTES_MAX = 8_000_000

const Made = z.object({ images: z.array(z.base64()).min(1), info: z.unknown().optional() })
/** About the picture, as JSON in a string. */
const Info = z.object({
  sd_model_name: z.string().nullish(),
  sd_model_hash: z.string().nullish(),
  version: z.string().nullish(),
})
const Checkpoints = z.array(z.object({ sha256: z.string().nullish() }))
const Progress = z.object({ progress: z.number(), current_image: z.base64().nullish() })

/** Stable Diffusion WebUI, started with `--api`. */
export function automatic1111(remote: Remote): Adapter {
  const progressNow = async (signal: AbortSignal) =>
    Progress.safeParse(await askJson(remote, 'sdapi/v1/progress', { signal }, PROGRESS_BYTES_MAX))

  async function showProgress({ progress, preview }: AdapterJob, signal: AbortSignal): Promise<void> {
    const show = previewer(preview)
    while (!signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal })
      const { data } = await progressNow(signal)
      if (data) progress(data.progress * 0.95, 'Painting')
      if (data?.current_image) show(Buffer.from(data.current_image, 'base64'))
    }
  }

  return {
    check: async (signal) => {
      if (!(await progressNow(signal)).success)
        throw new JobFailure('app_failed', `${remote.url.origin} does not answer as Automatic1111.`)
    },
    run: async (job) => {
      const { input, scratch, progress, signal } = job
      progress(0, 'Waiting for the painter')
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
      }
      const interrupt = () => tellOff(remote, 'sdapi/v1/interrupt')
      signal.addEventListener('abort', interrupt, { once: true })
      const painted = new AbortController()
      // Progress is optional: a failed poll costs nothing.
      showProgress(job, AbortSignal.any([signal, painted.signal])).catch(() => {})
      try {
        const made = Made.safeParse(
          await askJson(remote, 'sdapi/v1/txt2img', { body, signal }, PICTURE_BYTES_MAX * 1.5),
        )
        if (!made.success) throw new JobFailure('app_failed', 'The server sent no picture.')
        progress(0.97, 'Fetching the picture')
        const outputs = await pictureOutput(Buffer.from(made.data.images[0]!, 'base64'), scratch)
        return { outputs, told: await describe(remote, made.data.info, signal) }
      } finally {
        painted.abort()
        signal.removeEventListener('abort', interrupt)
      }
    },
  }
}

/** With a picture come the name of its checkpoint and the beginning of the checkpoint's hash; the whole hash is in a list. */
async function describe(remote: Remote, told: unknown, signal: AbortSignal): Promise<Told> {
  const info = Info.safeParse(asJson(told)).data
  const beginning = info?.sd_model_hash
  const checkpoints = beginning
    ? await askFacts(remote, 'sdapi/v1/sd-models', Checkpoints, signal)
    : undefined
  return {
    engine: 'Automatic1111',
    engineVersion: info?.version ?? undefined,
    model: info?.sd_model_name ?? undefined,
    weights: checkpoints?.find(({ sha256 }) => sha256?.startsWith(beginning!))?.sha256 ?? undefined,
  }
}

function asJson(told: unknown): unknown {
  try {
    return typeof told === 'string' ? JSON.parse(told) : undefined
  } catch {
    return undefined
  }
}
