import type { AppInput } from '@infra/protocol/app-input'
import type { FailureReason } from '@infra/protocol/jobs'
import type { RunnerOutput } from '../runners/runner.ts'

/** From the agent to the child. */
export interface Order {
  input: AppInput
  files: Record<string, string>
  scratch: string
  weights: Record<string, string>
  threads: number
}

/** From the child to the agent. */
export type Report =
  | { is: 'ready' }
  | { is: 'progress'; part: number; stage: string }
  | { is: 'text'; append: string }
  | { is: 'done'; outputs: RunnerOutput[] }
  | { is: 'failed'; reason: FailureReason; detail: string; final: boolean }
