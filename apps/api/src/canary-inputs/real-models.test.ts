import { findApp } from '@infra/protocol/apps/catalogue'
import { compareResults, type DecodedResult } from '@infra/trust/comparators/compare-results'
import { gateResult } from '@infra/trust/gates/gate-result'
import { expect, test } from 'vitest'
import { decodeJob } from '../test/runners/decode-job.ts'
import { decodeResult } from '../test/runners/decode-result.ts'
import { fitted, unchanged } from '../test/runners/other-results.ts'
import { startRunner } from '../test/runners/start-runner.ts'
import type { CanaryInput } from './canary-input.ts'
import { makeCanaryInput } from './make-canary-input.ts'

const SLOW = { timeout: 600_000 }

/** Recorded as reference nodes do it, when first needed. */
let recorded: Promise<Buffer[]> | undefined

async function record(): Promise<Buffer[]> {
  const speak = await startRunner('speak')
  const sounds: Buffer[] = []
  for (const seed of ['first', 'second']) {
    const { input } = (await makeCanaryInput(findApp('speak')!, seed, { sounds: [] }))!
    sounds.push((await speak({ ...input, voice: 'fast' }))[0]!.bytes!)
  }
  return sounds
}

async function make(id: string, seed: string): Promise<CanaryInput> {
  if (id === 'transcribe') recorded ??= record()
  const sounds = (await recorded) ?? []
  return (await makeCanaryInput(findApp(id)!, seed, { sounds }))!
}

const QUICK = ['story-teller', 'vectorise', 'read-text', 'find-objects']
const SLOWER = ['cut-out', 'upscale', 'erase-fill', 'expand-photo', 'speak', 'transcribe']

// The slower ones take three minutes more: `REAL_MODELS=all npm test -- unit`.
test.for(process.env.REAL_MODELS === 'all' ? [...QUICK, ...SLOWER] : QUICK)(
  '%s: a real answer passes the gate and matches itself, but neither another answer nor the input matches it',
  SLOW,
  async (id) => {
    const run = await startRunner(id)
    const made = [await make(id, 'one'), await make(id, 'two')]
    const answers: DecodedResult[] = []
    for (const { input, files } of made) answers.push(await decodeResult(await run(input, files)))

    for (const [at, canary] of made.entries()) {
      const [answer, other] = [answers[at]!, answers[1 - at]!]
      const { compared, gated } = await decodeJob(canary)
      const compare = (handedIn: DecodedResult) => compareResults(id, answer, handedIn, compared)!
      // Drawings are gated and compared at different sizes.
      if (id !== 'vectorise') expect(gateResult(id, answer, gated)).toBeNull()
      expect(compare(answer).comparison).toBe('same')
      expect(compare(await fitted(other, answer)).comparison).toBe('wrong')
      expect(compare(await unchanged(canary, answer)).comparison).toBe('wrong')
    }
  },
)
