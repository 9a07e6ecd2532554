import { expect, test } from 'vitest'
import { publishedApps } from '../../catalogue/published-apps.ts'
import { readHelp } from '../knowledge/help.ts'
import { readLearned } from '../knowledge/learned.ts'
import { appTopic, orderedApps, topicsOf } from '../knowledge/topics.ts'
import { hashOfTexts } from './learn.ts'
import { readMessages } from './read-messages.ts'

test('what comes with the code was learned from the texts of today', async () => {
  const { madeFrom } = await readLearned()
  expect(madeFrom, 'Run `npm run learn` and commit content/chat/learned.bin.').toBe(await hashOfTexts())
})

test('each message to learn from is about a topic that exists, fits into the chat and occurs once', async () => {
  const apps = publishedApps({ appsOff: new Set() })
  const orders = orderedApps(apps).map(({ topic }) => topic)
  const topics = new Set([...topicsOf(await readHelp(), apps).map(({ id }) => id), ...orders])
  const about = new Set([...topics, ...apps.map(({ id }) => appTopic(id))])
  const known = new Set<string>()
  for (const { text, topic, context } of (await readMessages()).flat()) {
    expect(topics, text).toContain(topic)
    if (context.said) expect(about, text).toContain(context.topic)
    if (context.appId) expect(apps.map(({ id }) => id)).toContain(context.appId)
    for (const message of [text, context.said ?? '']) expect(message.length, message).toBeLessThanOrEqual(128)
    const said = JSON.stringify([text, context])
    expect(known, text).not.toContain(said)
    known.add(said)
  }
  expect(known.size).toBeGreaterThan(12_000)
})
