import { catalogue } from '@infra/protocol/apps/catalogue'
import { beforeAll, expect, test } from 'vitest'
import { startTestApi } from '../../test/start-test-api.ts'
import { readHelp } from '../knowledge/help.ts'
import { openKnowledge } from '../knowledge/knowledge.ts'
import { topicsOf } from '../knowledge/topics.ts'
import { type AskedQuestion, askInTurn } from './asked-question.ts'
import { heldConversations } from './held-conversations.ts'
import { heldQuestions } from './held-questions.ts'
import { type Measured, measure, measureConversations } from './measure.ts'
import { secondConversations } from './second-conversations.ts'
import { tuningConversations } from './tuning-conversations.ts'
import { tuningQuestions } from './tuning-questions.ts'

const { deps } = await startTestApi()
const apps = catalogue.filter(({ state }) => state === 'published')
const knowledge = openKnowledge({ config: deps.config, apps }, { info: () => {}, warn: () => {} })
const ask = (conversation: readonly Pick<AskedQuestion, 'asks'>[]) =>
  askInTurn({ apps, knowledge }, conversation)

const all = [
  ...[tuningQuestions, heldQuestions].flatMap(({ product, other }) => [...product, ...other]),
  ...[...tuningConversations, ...secondConversations, ...heldConversations].flat(),
]
let tuning: Measured[]
let held: Measured

beforeAll(async () => {
  expect(await knowledge.isByMeaning()).toBe(true)
  tuning = [
    await measure(ask, tuningQuestions),
    await measure(ask, heldQuestions),
    await measureConversations(ask, tuningConversations),
    await measureConversations(ask, secondConversations),
  ]
  held = await measureConversations(ask, heldConversations)
})

test('the questions are many, name topics that there are, and are not taken from the help', async () => {
  const topics = topicsOf(await readHelp(), apps)
  const ids = new Set(topics.map(({ id }) => id))
  const wordings = new Set(topics.flatMap(({ texts }) => texts.map(bare)))
  for (const asked of all) {
    for (const id of asked.topics.filter((one) => !one.startsWith('do/')))
      expect(ids, asked.asks).toContain(id)
  }
  for (const { asks } of heldConversations.flat()) expect(wordings, asks).not.toContain(bare(asks))
})

test('at least nine in ten are understood, and of the conversations that were never tuned on too', () => {
  for (const { right, asked } of tuning) expect(right / asked).toBeGreaterThanOrEqual(0.9)
  expect(held.right / held.asked).toBeGreaterThanOrEqual(0.9)
})

test('what is asked to be made is filled in exactly as it was said', () => {
  const orders = [...tuning, held].map((one) => one.orders)
  const sum = (name: 'asked' | 'exact') => orders.reduce((total, one) => total + one[name], 0)
  expect(sum('exact') / sum('asked')).toBeGreaterThanOrEqual(0.95)
})

test('nothing that is off topic or hostile gets a confident answer that is wrong', () => {
  expect([...tuning, held].flatMap(({ invented }) => invented)).toEqual([])
})

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
