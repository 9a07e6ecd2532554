import type { AppManifest } from '@infra/protocol/apps/app'
import type { Mood } from '@infra/protocol/moods'
import type { Deps } from '../deps.ts'
import { answerAction } from './answers/action-answers.ts'
import { answerApp, answerOrder, isStillOffered } from './answers/app-answers.ts'
import type { AnswerContext, LiveAnswer } from './answers/live-answer.ts'
import { liveAnswers } from './answers/live-answers.ts'
import { smallTalk } from './answers/small-talk.ts'
import type { Action } from './dialogue/action-rules.ts'
import { visibilityOfOffer } from './dialogue/read-message.ts'
import type { Order } from './dialogue/read-order.ts'
import { splitMessage } from './dialogue/split-message.ts'
import { type DialogueState, stateAfter } from './dialogue/state-rules.ts'
import { type Engine, type Question, withMood } from './engine.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import type { LiveName } from './knowledge/live-phrases.ts'
import { type Findings, OFF_TOPIC } from './knowledge/search-rules.ts'
import { GREETING } from './knowledge/topics.ts'
import { type Understood, understand } from './understand.ts'

/** Below this score, even the nearest passage has nothing to do with the question. */
const NEAR_MIN = 0.25

/** Far more than an answer takes, even while the weights are loaded. */
const SECONDS_MAX = 60

export interface BuiltIn {
  deps: Deps
  apps: readonly AppManifest[]
  knowledge: Knowledge
}

/** Knows only the product and the network: answers are help passages or made from live data. */
export function builtInEngine(builtIn: BuiltIn): Engine {
  return {
    name: 'Built-in assistant',
    isModel: false,
    secondsMax: SECONDS_MAX,
    answer: async (question, onText) => {
      const answers = await answerEach(builtIn, question)
      const { mood, state } = answers.at(-1)!
      const text = withMood(answers.map((one) => one.text).join('\n\n'), mood)
      onText(text)
      return {
        text,
        offer: answers.findLast(({ offer }) => offer)?.offer ?? null,
        state,
        isFixed: answers.some(({ isFixed }) => isFixed),
      }
    },
  }
}

/** Answers several questions in one message in turn; each knows what the one before was about. */
async function answerEach(
  builtIn: BuiltIn,
  { address, message, state: before }: Question,
): Promise<(LiveAnswer & { state: DialogueState })[]> {
  const answers: (LiveAnswer & { state: DialogueState })[] = []
  let state = before
  for (const part of splitMessage(message)) {
    const understood = await understand(builtIn, part, state)
    const answer = await compose({ ...builtIn, address }, understood, part, state)
    const link = lastLinkIn(answer.text)
    state = stateAfter(state, understood, { ...answer.about, ...(link && { link }), said: part })
    answers.push({ ...answer, state })
  }
  return answers
}

async function compose(
  context: AnswerContext,
  understood: Understood,
  message: string,
  state: DialogueState,
): Promise<LiveAnswer> {
  const { topic, app, facts, period, action, order, found, choices } = understood
  const { apps, knowledge } = context
  const { jobId, link, order: offered } = state
  const about = { ...context, app, facts, period, jobId, link, order: offered }
  const meant = action && (await orderMeantBy(about, action, message, state))
  if (meant) return fixed(await answerOrder(about, meant))
  if (action) return fixed(await answerAction(about, action, message))
  if (order) return fixed(await answerOrder(about, order))
  if (choices) return fixed(askWhich(choices, apps))
  if (topic === undefined) return fixed(await unknown(knowledge, found[0]))
  if (topic === OFF_TOPIC) return fixed(OTHER_TASK)
  if (topic === GREETING) return fixed(GREETED)
  const [kind, name = ''] = topic.split('/')
  if (kind === 'live' && Object.hasOwn(smallTalk, name))
    return fixed(smallTalk[name as keyof typeof smallTalk])
  if (kind === 'live') return liveAnswers[name as LiveName](about)
  if (kind === 'apps') return answerApp(about, apps.find(({ id }) => id === name)!, message)
  const passage = await knowledge.passage(topic)
  return { text: passage!.text, mood: moodOf(topic) }
}

/** "Make it private" right below a form means the job that the form would order, as long as nothing was ordered. */
async function orderMeantBy(
  context: AnswerContext,
  action: Action,
  message: string,
  { order, topic }: DialogueState,
): Promise<Order | undefined> {
  const visibility = visibilityOfOffer(action, message, { order, topic })
  const app = visibility && context.apps.find(({ id }) => id === order!.appId)
  if (!app || !(await isStillOffered(context, order!))) return undefined
  return { app, input: order!.input, usesLastResult: false, visibility }
}

const fixed = (answer: LiveAnswer): LiveAnswer => ({ ...answer, isFixed: true })

const GREETED: LiveAnswer = {
  text: 'Hello. I’m Infra. Ask me about apps, nodes, prices, your credits or your jobs. [The apps](/apps)',
  mood: 'happy',
}

const WHAT_I_KNOW = 'I know this product and its network, and little else.'
const ASK_ME = 'Ask me about apps, nodes, prices, credits or a job. [The apps](/apps)'

const OTHER_TASK: LiveAnswer = {
  text: `I can’t help with that: ${WHAT_I_KNOW} ${ASK_ME}`,
  mood: 'blink',
}

function askWhich(choices: string[], apps: readonly AppManifest[]): LiveAnswer {
  const names = choices.map((topic) => apps.find(({ id }) => `apps/${id}` === topic)!)
  const lines = names.map(({ id, name, tagline }) => `- [${name}](/apps?app=${id}): ${tagline}`)
  return {
    text: `Which do you mean, the first or the second?\n\n${lines.join('\n')}\n`,
    mood: 'eyebrowraise',
  }
}

function lastLinkIn(text: string): string | undefined {
  return text.match(/\[[^\]]*\]\(\/[^)]*\)/g)?.at(-1)
}

/** Admits that it doesn't know, and names the nearest passage. */
async function unknown(
  knowledge: Knowledge,
  nearest: Findings['found'][number] | undefined,
): Promise<LiveAnswer> {
  const passage = nearest && nearest.score >= NEAR_MIN ? await knowledge.passage(nearest.id) : undefined
  const link = passage && /\[[^\]]*\]\([^)]*\)\s*$/.exec(passage.text)?.[0]
  const next = link ? `The nearest I have is “${passage.heading}”: ${link}` : ASK_ME
  return {
    text: `I don't know that. ${WHAT_I_KNOW} ${next}`,
    mood: 'blink',
  }
}

function moodOf(topic: string): Mood {
  if (topic.startsWith('jobs/reason-') || topic === 'product/what-i-cannot-do') return 'eyebrowraise'
  if (topic.startsWith('receipts/')) return 'confident'
  return 'neutral'
}
