import { searchJobs } from '@infra/protocol/jobs/search-jobs'
import { expect, test } from 'vitest'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { indexJobs } from './index-jobs.ts'
import { type HeldResult, heldResults } from './test/held-results.ts'
import { insertResults, type MadeResult } from './test/insert-results.ts'

const testApi = await startTestApi()
const { deps, call } = testApi
await startNode(testApi)
const alice = await signInSomeone(testApi)

/** A result counts as found if it's in the first row of a wide screen. */
const FIRST = 5

/** The apps whose input has the text, with its field. Those of other apps have it in their output. */
const promptFields: Partial<Record<HeldResult['appId'], string>> = { imagine: 'prompt', speak: 'text' }

function resultOf({ appId, text }: HeldResult): MadeResult {
  const field = promptFields[appId]
  return field ? { appId, input: { [field]: text } } : { appId, text }
}

test('finds at least 80 of 100 results by other words than their own', async () => {
  expect(heldResults).toHaveLength(100)
  const ids = await insertResults(deps, alice.address, heldResults.map(resultOf))
  await indexJobs(deps, { info: () => {}, warn: () => {} })
  const missed: string[] = []
  for (const [place, { q, text }] of heldResults.entries()) {
    const { items } = await call(searchJobs, { query: { q, limit: FIRST } })
    if (!items.some(({ id }) => id === ids[place])) missed.push(`${q}: ${text}`)
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(20)
})

test('finds nothing for words that no result is about', async () => {
  const { items } = await call(searchJobs, { query: { q: 'xylograph quaternion tariff' } })
  expect(items.map(({ input, outputs }) => [input, outputs[0]?.text])).toEqual([])
})
