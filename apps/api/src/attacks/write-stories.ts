import type { AppInput } from '@infra/protocol/apps/app-input'
import type { Assignment } from '@infra/protocol/attempts'
import { STORY } from '../test/checked/checked-network.ts'
import { startRunner } from '../test/runners/start-runner.ts'

/** With `ATTACK_MODELS` what the agent's own program writes with the real model, else something of the same form. */
export async function writeStories(): Promise<(job: Assignment) => string | Promise<string>> {
  if (!process.env.ATTACK_MODELS) return ({ input }) => `${input.prompt}, and so on until the end.`
  const run = await startRunner(STORY.id)
  return async ({ input }) => (await run(input as AppInput))[0]!.text!
}
