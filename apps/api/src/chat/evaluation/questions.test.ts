import { catalogue } from '@infra/protocol/apps/catalogue'
import { beforeAll, expect, test } from 'vitest'
import { startTestApi } from '../../test/start-test-api.ts'
import { chooseTopic } from '../built-in-engine.ts'
import { readHelp } from '../knowledge/help.ts'
import { openKnowledge } from '../knowledge/knowledge.ts'
import { topicsOf } from '../knowledge/topics.ts'
import { heldQuestions } from './held-questions.ts'
import { type Measured, measure } from './measure.ts'
import { tuningQuestions } from './tuning-questions.ts'

const { deps } = await startTestApi()
const apps = catalogue.filter(({ state }) => state === 'published')
const knowledge = openKnowledge({ config: deps.config, apps }, { info: () => {}, warn: () => {} })
const choose = async (message: string) => (await chooseTopic({ apps, knowledge }, message)).topic

const all = {
  product: [...tuningQuestions.product, ...heldQuestions.product],
  other: [...tuningQuestions.other, ...heldQuestions.other],
}
let tuning: Measured
let held: Measured

beforeAll(async () => {
  expect(await knowledge.isByMeaning()).toBe(true)
  tuning = await measure(choose, tuningQuestions)
  held = await measure(choose, heldQuestions)
})

test('the questions are many, name topics that there are, and are not taken from the help', async () => {
  expect(heldQuestions.product.length + heldQuestions.other.length).toBeGreaterThanOrEqual(60)
  expect(heldQuestions.other.length).toBeGreaterThanOrEqual(20)
  const topics = topicsOf(await readHelp(), apps)
  const ids = new Set(topics.map(({ id }) => id))
  const wordings = new Set(topics.flatMap(({ texts }) => texts.map(bare)))
  for (const asked of [...all.product, ...all.other]) {
    for (const id of asked.topics) expect(ids, asked.asks).toContain(id)
  }
  for (const { asks } of [...heldQuestions.product, ...heldQuestions.other]) {
    expect(wordings, asks).not.toContain(bare(asks))
  }
})

test('at least nine in ten are answered right, and of those that came later more than eight in ten', () => {
  expect((tuning.right + held.right) / (tuning.asked + held.asked)).toBeGreaterThanOrEqual(0.9)
  expect(held.right / held.asked).toBeGreaterThanOrEqual(0.85)
})

test('nothing that is off topic gets a confident answer that is wrong', () => {
  expect([...tuning.invented, ...held.invented]).toEqual([])
})

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
