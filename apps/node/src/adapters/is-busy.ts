import { z } from 'zod'
import type { Program } from './identify-program.ts'
import { type Remote, readBytes, readFacts, request } from './remote.ts'

const METRICS_BYTES_MAX = 10_000_000
const QueueInfo = z.object({ exec_info: z.object({ queue_remaining: z.number() }) })
const Progress = z.object({ state: z.object({ job_count: z.number() }) })
const Slots = z.array(z.object({ is_processing: z.boolean() }))

/** Whether a program is still working on something, as far as it reports; one that doesn't report it counts as idle. */
export async function isBusy(remote: Remote, { kind, name }: Program, signal: AbortSignal): Promise<boolean> {
  if (kind === 'comfyui') {
    const info = await readFacts(remote, 'prompt', QueueInfo, signal)
    return (info?.exec_info.queue_remaining ?? 0) > 0
  }
  if (kind === 'automatic1111') {
    const path = 'sdapi/v1/progress?skip_current_image=true'
    return ((await readFacts(remote, path, Progress, signal))?.state.job_count ?? 0) !== 0
  }
  if (name === 'llama.cpp')
    return (await readFacts(remote, 'slots', Slots, signal))?.some((slot) => slot.is_processing) ?? false
  if (name === 'vLLM')
    return /^vllm:num_requests_running\{.*\} (?!0(\.0)?$)/m.test(await metrics(remote, signal))
  return false
}

async function metrics(remote: Remote, signal: AbortSignal): Promise<string> {
  try {
    const response = await request(remote, 'metrics', { signal })
    return (await readBytes(remote, response, METRICS_BYTES_MAX, signal)).toString('utf8')
  } catch {
    signal.throwIfAborted()
    return ''
  }
}
