import { catalogue } from '@infra/protocol/apps/catalogue'
import { beforeAll, expect, test } from 'vitest'
import { startTestApi } from '../../test/start-test-api.ts'
import type { AskedQuestion } from '../conversations/asked-question.ts'
import { learnedSets, unseenSets } from '../conversations/conversation-sets.ts'
import { NOT_IN_HELP } from '../conversations/expected.ts'
import { heldQuestions } from '../conversations/held-questions.ts'
import { tuningQuestions } from '../conversations/tuning-questions.ts'
import { readHelp } from '../knowledge/help.ts'
import { openKnowledge } from '../knowledge/knowledge.ts'
import { OFF_TOPIC } from '../knowledge/search-rules.ts'
import { topicsOf } from '../knowledge/topics.ts'
import { askInTurn } from './ask-in-turn.ts'
import { type Measured, measure, measureConversations } from './measure.ts'

const { deps } = await startTestApi()
const apps = catalogue.filter(({ state }) => state === 'published')
const knowledge = openKnowledge({ config: deps.config, apps }, { info: () => {}, warn: () => {} })
const ask = (conversation: readonly Pick<AskedQuestion, 'asks'>[]) =>
  askInTurn({ apps, knowledge }, conversation)

const conversations = Object.values(learnedSets).flat()
const all = [
  ...[tuningQuestions, heldQuestions].flatMap(({ product, other }) => [...product, ...other]),
  ...conversations.flat(),
  ...Object.values(unseenSets).flat(2),
]
let measured: Measured[]
/** Sets by other authors than most. They were learned from, but nothing was corrected for them. */
const asWritten: Record<string, Measured> = {}
const bars = [
  ['twentieth', 0.91, 0.97, 1],
  ['twentyFirst', 0.96, 0.97, 0],
  ['twentySecond', 0.92, 0.87, 0],
  ['twentyThird', 0.96, 0.97, 0],
  ['twentyFourth', 0.92, 0.92, 4],
  ['twentyFifth', 0.95, 0.97, 1],
  ['twentySixth', 0.94, 0.92, 0],
  ['twentySeventh', 0.95, 0.95, 0],
  ['twentyEighth', 0.97, 0.97, 0],
  ['twentyNinth', 0.95, 0.95, 0],
  ['thirtieth', 0.93, 0.9, 1],
  ['thirtyFirst', 0.9, 0.86, 0],
] as const

beforeAll(async () => {
  expect(await knowledge.isByMeaning()).toBe(true)
  // Side by side: rules run here while the embedder runs in its own process.
  const alone = Promise.all([measure(ask, tuningQuestions), measure(ask, heldQuestions)])
  const inSets = Object.entries(learnedSets).map(
    async ([name, set]) => [name, await measureConversations(ask, set)] as const,
  )
  measured = await alone
  for (const [name, one] of await Promise.all(inSets))
    if (bars.some(([other]) => other === name)) asWritten[name] = one
    else measured.push(one)
}, 600_000)

test('there are at least 120 conversations about existing topics; those of the fifth set are not taken from the help', async () => {
  const topics = topicsOf(await readHelp(), apps)
  const ids = new Set(topics.map(({ id }) => id))
  const wordings = new Set(topics.flatMap(({ texts }) => texts.map(bare)))
  for (const asked of all) {
    for (const id of asked.topics.filter((one) => !one.startsWith('do/') && one !== NOT_IN_HELP))
      expect(ids, asked.asks).toContain(id)
  }
  for (const { asks } of learnedSets.fifth!.flat()) expect(wordings, asks).not.toContain(bare(asks))
  expect(conversations.length).toBeGreaterThanOrEqual(120)
})

test.for(bars)('the %s set is understood at least as well as before', ([name, right, exact, offTopic]) => {
  const set = asWritten[name]!
  const wrong = set.wrong.map(({ asks }) => asks).join('\n')
  expect(set.right / set.asked, wrong).toBeGreaterThanOrEqual(right)
  expect(set.orders.exact / set.orders.asked, wrong).toBeGreaterThanOrEqual(exact)
  expect(set.invented.length, set.invented.map(({ asks }) => asks).join('\n')).toBeLessThanOrEqual(offTopic)
})

test('at least 93 % of each set that was learned from and corrected for are understood', () => {
  for (const { right, asked, wrong } of measured)
    expect(right / asked, wrong.map(({ asks }) => asks).join('\n')).toBeGreaterThanOrEqual(0.93)
})

test('at least 98 % of orders are filled in exactly as they were worded', () => {
  const sum = (name: 'asked' | 'exact') => measured.reduce((total, { orders }) => total + orders[name], 0)
  expect(sum('exact') / sum('asked')).toBeGreaterThanOrEqual(0.98)
})

test('no off-topic or hostile question gets a confident wrong answer', () => {
  expect(measured.flatMap(({ invented }) => invented)).toEqual([])
})

test('an order that no rule knows is recognised by what people ordered before, and so are changes of it', async () => {
  const wolf = 'quick, a pic of a wolf howling at the moon'
  const last = async (...messages: string[]) => (await ask(messages.map((asks) => ({ asks })))).at(-1)!
  const picture = (prompt: string) => ({ topic: 'do/order', app: 'imagine', input: { prompt } })
  expect(await last(wolf)).toMatchObject(picture('a wolf howling at the moon'))
  expect(await last(wolf, 'it has to be pink')).toMatchObject(picture('a wolf howling at the moon, pink'))
  expect(await last(wolf, 'lol now a cow on a surfboard')).toMatchObject(picture('a cow on a surfboard'))
  expect(await last(wolf, 'when did van gogh die', 'change wolf to fox')).toMatchObject(
    picture('a fox howling at the moon'),
  )
  const declined = [undefined, OFF_TOPIC]
  expect(declined).toContain((await last('cut sugar out of my diet for me')).topic)
  expect(declined).toContain((await last(wolf, 'which country has the most snow?')).topic)
})

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
