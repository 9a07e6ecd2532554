import type { AppManifest } from '@infra/protocol/apps/app'
import type { Mood } from '@infra/protocol/moods'
import type { Deps } from '../deps.ts'
import type { LiveAnswer } from './answers/live-answer.ts'
import { answerApp, liveAnswers } from './answers/live-answers.ts'
import { asksForPrice, namedApp } from './answers/offer-rules.ts'
import { type Answer, type Engine, type Question, withMood } from './engine.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import type { LiveName } from './knowledge/live-phrases.ts'
import type { Findings } from './knowledge/search-rules.ts'
import { GREETING } from './knowledge/topics.ts'

/** Below this score even the nearest passage has nothing to do with the question. */
const NEAR_MIN = 0.25

/** Far more than an answer takes, even while the weights are loaded. */
const SECONDS_MAX = 60

interface BuiltIn {
  deps: Deps
  apps: readonly AppManifest[]
  knowledge: Knowledge
}

/** Knows only the product and the network: answers are passages of the help, or made of what the database has. */
export function builtInEngine(builtIn: BuiltIn): Engine {
  return {
    name: 'Built in',
    isModel: false,
    secondsMax: SECONDS_MAX,
    answer: async (question, onText) => {
      const { text, mood, offer } = await compose(builtIn, question)
      const answer: Answer = { text: withMood(text, mood), offer: offer ?? null }
      onText(answer.text)
      return answer
    },
  }
}

/** The topic that answers a message; undefined where none does. */
export async function chooseTopic(
  { apps, knowledge }: Pick<BuiltIn, 'apps' | 'knowledge'>,
  message: string,
): Promise<{ topic: string | undefined } & Findings> {
  const findings = await knowledge.find(message)
  // A question that names an app always matches that app's passage, and the help has no prices.
  const topic =
    asksForPrice(message) && namedApp(message, apps)
      ? ('live/prices' satisfies `live/${LiveName}`)
      : findings.isSure
        ? findings.found[0]!.id
        : undefined
  return { ...findings, topic }
}

async function compose(builtIn: BuiltIn, { address, message }: Question): Promise<LiveAnswer> {
  const { apps, knowledge } = builtIn
  const { topic, found } = await chooseTopic(builtIn, message)
  if (topic === undefined) return unknown(knowledge, found[0]!)
  if (topic === GREETING) return GREETED
  const context = { ...builtIn, address, app: namedApp(message, apps) }
  const [kind, name = ''] = topic.split('/')
  if (kind === 'live') return liveAnswers[name as LiveName](context)
  if (kind === 'apps') return answerApp(context, apps.find(({ id }) => id === name)!, message)
  const passage = await knowledge.passage(topic)
  return { text: passage!.text, mood: moodOf(topic) }
}

const GREETED: LiveAnswer = {
  text: 'Hello. I am Infra. Ask me about apps, nodes, prices, your credits or your jobs. [The apps](/apps)',
  mood: 'happy',
}

/** Admits not to know, and names the nearest passage. */
async function unknown(knowledge: Knowledge, nearest: Findings['found'][number]): Promise<LiveAnswer> {
  const passage = nearest.score >= NEAR_MIN ? await knowledge.passage(nearest.id) : undefined
  const link = passage && /\[[^\]]*\]\([^)]*\)\s*$/.exec(passage.text)?.[0]
  const near = link ? ` The nearest I have is “${passage.heading}”: ${link}` : ''
  return {
    text: `I don't know that. I know this product and its network, and little else.${near || ' Ask me about apps, nodes, prices, credits or a job. [The apps](/apps)'}`,
    mood: 'blink',
  }
}

function moodOf(topic: string): Mood {
  if (topic.startsWith('jobs/reason-') || topic === 'product/what-i-cannot-do') return 'eyebrowraise'
  if (topic.startsWith('receipts/')) return 'confident'
  return 'neutral'
}
