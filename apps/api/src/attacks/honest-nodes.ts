import type { AppInput } from '@infra/protocol/apps/app-input'
import type { Assignment } from '@infra/protocol/attempts'
import { STORY } from '../test/checked/checked-network.ts'
import { startRunner } from '../test/runners/start-runner.ts'

/** With `ATTACK_MODELS` honest nodes hand in what the agent's own program writes with the real model. */
export async function honestNodes(): Promise<{ write?: (job: Assignment) => Promise<string> }> {
  if (!process.env.ATTACK_MODELS) return {}
  const run = await startRunner(STORY.id)
  return { write: async ({ input }) => (await run(input as AppInput))[0]!.text! }
}
