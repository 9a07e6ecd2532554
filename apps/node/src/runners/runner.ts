import type { OutputKind } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { FailureReason } from '@infra/protocol/jobs'

/** What a runner is given. It may write no file: what it makes, it returns. */
export interface RunnerJob {
  input: AppInput
  /** Paths, by the field that names the file. */
  files: Record<string, string>
  /** Folders, by the name of the pack. */
  weights: Record<string, string>
  /** For the runtime of the model; more than this collapses under load. */
  threads: number
  /** How far it is, from 0 to 1, and what is being done. */
  progress: (part: number, stage: string) => void
  /** What was written since, where the app writes as it goes. */
  text: (append: string) => void
}

export type RunnerOutput = { name: string; kind: OutputKind } & ({ bytes: Uint8Array } | { text: string })

/** What the agent has of it: the bytes are in a file. */
export type JobOutput = { name: string; kind: OutputKind } & ({ path: string } | { text: string })

/** Runs in a process of its own, which may be killed at any moment and may be kept for the next job of the same app. */
export type Runner = (job: RunnerJob) => Promise<RunnerOutput[]>

/** A failure with a reason that people are told. Anything else that a runner throws is `app_failed`. */
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
