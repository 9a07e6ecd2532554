import { OutputKind } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { OUTPUT_BYTES_MAX } from '@infra/protocol/files'
import { FailureReason } from '@infra/protocol/jobs'
import { SandboxLevel } from '@infra/protocol/nodes'
import { z } from 'zod'

/** From the agent to the child. */
export interface Order {
  input: AppInput
  files: Record<string, string>
  weights: Record<string, string>
  threads: number
}

const made = { name: z.string().max(100), kind: OutputKind }

/** From the child to the agent, which does not trust it. */
export const Report = z.discriminatedUnion('is', [
  /** How the child is confined, reported before it has received anything of a job. */
  z.object({
    is: z.literal('confined'),
    level: SandboxLevel,
    /** The version of Landlock; 0 if there's none. */
    landlock: z.int(),
    uid: z.int(),
  }),
  z.object({ is: z.literal('ready') }),
  z.object({ is: z.literal('progress'), part: z.number(), stage: z.string().max(200) }),
  z.object({ is: z.literal('text'), append: z.string() }),
  /** The bytes of the files follow, one after the other. */
  z.object({
    is: z.literal('done'),
    outputs: z
      .array(
        z.union([
          z.object({ ...made, text: z.string() }),
          z.object({ ...made, bytes: z.int().min(0).max(OUTPUT_BYTES_MAX) }),
        ]),
      )
      .max(8),
  }),
  z.object({ is: z.literal('failed'), reason: FailureReason, detail: z.string(), final: z.boolean() }),
])
export type Report = z.infer<typeof Report>

export type Confinement = Omit<Extract<Report, { is: 'confined' }>, 'is'>
