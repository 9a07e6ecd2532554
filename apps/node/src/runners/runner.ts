import type { OutputKind } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { FailureReason } from '@infra/protocol/jobs'

/** What a runner gets. It can't write files: it returns its outputs. */
export interface RunnerJob {
  input: AppInput
  /** Paths, by the field that names the file. */
  files: Record<string, string>
  /** Folders, by the name of the pack. */
  weights: Record<string, string>
  /** For the model's runtime; with more threads than this, it slows down under load. */
  threads: number
  /** Reports progress from 0 to 1, and the current step. */
  progress: (part: number, stage: string) => void
  /** Streams text, for apps that write as they go. */
  text: (append: string) => void
}

export type RunnerOutput = { name: string; kind: OutputKind } & ({ bytes: Uint8Array } | { text: string })

/** The same output in the agent, with its bytes in a file. */
export type JobOutput = { name: string; kind: OutputKind } & ({ path: string } | { text: string })

/** Runs in its own process, which may be killed at any moment and may be kept for the next job of the same app. */
export type Runner = (job: RunnerJob) => Promise<RunnerOutput[]>

/** A failure with a reason for the user. Anything else that a runner throws is `app_failed`. */
export class JobFailure extends Error {
  override name = 'JobFailure'
  readonly reason: FailureReason
  /** The input itself is at fault, so another node would fail too. */
  readonly final: boolean

  constructor(
    reason: FailureReason,
    detail: string,
    { final = false, ...options }: ErrorOptions & { final?: boolean } = {},
  ) {
    super(detail, options)
    this.reason = reason
    this.final = final
  }
}
