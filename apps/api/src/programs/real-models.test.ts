import { sendOutputs } from '@infra/hand-node/plausible-outputs'
import { claimJob } from '@infra/protocol/attempts'
import { expect, test } from 'vitest'
import { startProgram } from '../test/programs/start-program.ts'
import { startRunner } from '../test/runners/start-runner.ts'

const { client, node } = await startProgram()

/** Runs the next job with the node agent's own runner and the real weights. */
async function runNext(appId: string): Promise<void> {
  const run = await startRunner(appId)
  const job = (await node.call(claimJob, { query: { wait: 20 } }))!
  const made = (await run(job.input)).map(({ name, text, bytes }) => [name, text ?? bytes!] as const)
  await node.finish(job, await sendOutputs(node.call, job, Object.fromEntries(made)))
}

test('OpenAI’s client gets a story and a sound from the real models', { timeout: 300_000 }, async () => {
  const story = client.completions.create({
    model: 'story-teller',
    prompt: 'Once upon a time',
    seed: 7,
    temperature: 0,
  })
  await runNext('story-teller')
  const [choice] = (await story).choices
  expect(choice!.text.trim().split(/\s+/).length).toBeGreaterThan(5)
  const sound = client.audio.speech.create({ model: 'speak', voice: 'fast', input: choice!.text })
  await runNext('speak')
  const bytes = Buffer.from(await (await sound).arrayBuffer())
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  expect(bytes.length).toBeGreaterThan(20_000)
})
