import type { AppInput } from '@infra/protocol/apps/app-input'
import { JobFailure, type JobOutput } from '../runners/runner.ts'

/** What an adapter gets: like a runner, but in the agent's own process, so it must stop when asked to. */
export interface AdapterJob {
  input: AppInput
  scratch: string
  progress: (part: number, stage: string) => void
  text: (append: string) => void
  /** A small WebP: see `previewer`. */
  preview: (picture: Buffer) => void
  signal: AbortSignal
}

/** What a program reports about itself; anything that it doesn't report is missing. */
export interface EngineFacts {
  engine: string
  engineVersion?: string
  model?: string
  /** A SHA-256 of the model, as the program computes it. */
  weights?: string
}

export interface AdapterResult {
  outputs: JobOutput[]
  facts: EngineFacts
}

/** Serves an app with a program of the operator's that has the model. It needs network access, which the sandbox doesn't have. */
export interface Adapter {
  /** Throws a `RemoteUnavailable` if that program isn't running or lacks something. */
  check: (signal: AbortSignal) => Promise<void>
  run: (job: AdapterJob) => Promise<AdapterResult>
}

/** The program behind an adapter isn't running, or the connection broke. */
export class RemoteUnavailable extends JobFailure {
  override name = 'RemoteUnavailable'

  constructor(detail: string, options: ErrorOptions = {}) {
    super('app_failed', detail, options)
  }
}

/** Runs a job for as long as it may take. Rejects with a `JobFailure`, or with the signal's reason. */
export async function runAdapter(
  adapter: Adapter,
  job: AdapterJob,
  { runSeconds }: { runSeconds: number },
): Promise<AdapterResult> {
  const deadline = AbortSignal.timeout(runSeconds * 1000)
  try {
    return await adapter.run({ ...job, signal: AbortSignal.any([job.signal, deadline]) })
  } catch (error) {
    job.signal.throwIfAborted()
    if (deadline.aborted) throw new JobFailure('timed_out', `It took longer than ${runSeconds} s.`)
    throw error
  }
}
