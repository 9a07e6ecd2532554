import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestApi } from '../../test/start-test-api.ts'
import { learnedSets } from '../conversations/conversation-sets.ts'
import { encodeLearned, readLearned } from '../knowledge/learned.ts'
import { hashOfTexts, learn } from './learn.ts'

const { deps } = await startTestApi()

test('what comes with the code was learned from the texts of today', async () => {
  const { madeFrom } = await readLearned()
  expect(madeFrom, 'Run `npm run learn` and commit content/chat/learned.bin.').toBe(await hashOfTexts())
})

test('what is learned is read again with errors below a hundredth', async () => {
  const learned = await learn(deps.config.weights, { twentySixth: learnedSets.twentySixth! })
  const file = join(deps.config.filesDir, 'learned.bin')
  await writeFile(file, encodeLearned(learned))
  const read = await readLearned(file)
  expect({ ...read, weights: [], phrasings: [] }).toEqual({ ...learned, weights: [], phrasings: [] })
  expect(read.phrasings.map(({ topic }) => topic)).toEqual(learned.phrasings.map(({ topic }) => topic))
  const farthest = (one: Float32Array, other: Float32Array) =>
    one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at]!)), 0)
  expect(farthest(read.weights, learned.weights)).toBeLessThan(0.01)
  for (const [at, { vector }] of read.phrasings.entries())
    expect(farthest(vector, learned.phrasings[at]!.vector)).toBeLessThan(0.01)
}, 300_000)
