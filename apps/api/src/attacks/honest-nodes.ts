import type { AppInput } from '@infra/protocol/apps/app-input'
import type { Assignment } from '@infra/protocol/attempts'
import { STORY, type startCheckedNetwork } from '../test/checked/checked-network.ts'
import { startRunner } from '../test/runners/start-runner.ts'

/**
 * With `ATTACK_MODELS` set, honest nodes submit what the agent's own program writes with the real model. Each prompt is run only once,
 * since the model always writes the same, and it takes thousands of results to catch a node that rarely cheats.
 */
export async function honestNodes(prompts?: number): Promise<Parameters<typeof startCheckedNetwork>[0]> {
  if (!process.env.ATTACK_MODELS) return {}
  const run = await startRunner(STORY.id)
  const write = async ({ input }: Assignment) => (await run(input as AppInput))[0]!.text!
  if (!prompts) return { write }
  const written = new Map<string, Promise<string>>()
  let ordered = 0
  return {
    prompt: () => `Once upon a time, there were ${2 + (ordered++ % prompts)} cats`,
    write: (job) => {
      const key = JSON.stringify(job.input)
      const known = written.get(key) ?? write(job)
      written.set(key, known)
      return known
    },
  }
}
