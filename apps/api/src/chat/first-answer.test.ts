import { catalogue } from '@infra/protocol/apps/catalogue'
import { expect, test } from 'vitest'
import { startTestApi } from '../test/start-test-api.ts'
import { heldQuestions } from './conversations/held-questions.ts'
import { openKnowledge } from './knowledge/knowledge.ts'
import { understand } from './understand.ts'

const { deps } = await startTestApi()
const apps = catalogue.filter(({ state }) => state === 'published')
const log = { info: () => {}, warn: () => {} }

test('the first answers after a start are by meaning, though the model is still loading when they are asked', async () => {
  const byWords = openKnowledge({ config: { weights: 'none' }, apps }, log)
  const onlyByMeaning: typeof heldQuestions.product = []
  for (const question of heldQuestions.product) {
    const { topic } = await understand({ apps, knowledge: byWords }, question.asks, {})
    if (!question.topics.includes(topic ?? '')) onlyByMeaning.push(question)
  }
  const questions = onlyByMeaning.slice(0, 5)
  expect(questions).toHaveLength(5)
  const knowledge = openKnowledge({ config: deps.config, apps }, log)
  const understood = await Promise.all(questions.map(({ asks }) => understand({ apps, knowledge }, asks, {})))
  for (const [at, { topic }] of understood.entries())
    expect(questions[at]!.topics, questions[at]!.asks).toContain(topic)
}, 120_000)
