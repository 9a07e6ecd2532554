import type { AppManifest } from '@infra/protocol/apps/app'
import { jobActions } from '@infra/protocol/chat'
import type { Action } from './dialogue/action-rules.ts'
import { correctTypos } from './dialogue/correct-typos.ts'
import { withSubject } from './dialogue/pronoun-rules.ts'
import { type Order, orderFor, type Reading, readMessage } from './dialogue/read-message.ts'
import { isQuestion } from './dialogue/request-rules.ts'
import { expandShorthand } from './dialogue/shorthand.ts'
import { namedApps, plainText } from './dialogue/slot-rules.ts'
import type { DialogueState } from './dialogue/state-rules.ts'
import type { ActionName } from './knowledge/action-phrases.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import { type Findings, OFF_TOPIC } from './knowledge/search-rules.ts'

/** If two topics score this close, both are possible. */
const UNSURE_MAX = 0.01

/** An app that a question doesn't name must score at least this, and be ahead of the others by this much. */
const APP_NEAR_MIN = 0.42
const APP_AHEAD_MIN = 0.05

/** An order that no rule knows must be this much likelier than any topic; more if it seems off topic, or below a form, where all is about that app. */
const ORDER_AHEAD_MIN = 0
const ORDER_AHEAD_DOUBTFUL_MIN = 0.1
/** What the rules take for an order of another app than the form's is none if some topic is this much likelier. */
const ORDER_BEHIND_MIN = -0.2
const OFF_TOPIC_LITTLE = 0.2
const OFF_TOPIC_MAX = 0.35

/** A question this short that names no app is about the one that was mentioned before. */
const SHORT_WORDS = 6

/** What a message asks: by rules first, else by meaning. */
export interface Understood extends Reading {
  found: Findings['found']
  /** Topics that the person should choose from. */
  choices: string[] | undefined
}

interface Known {
  apps: readonly AppManifest[]
  knowledge: Knowledge
}

export async function understand(
  { apps, knowledge }: Known,
  message: string,
  state: DialogueState,
): Promise<Understood> {
  const corrected = correctTypos(expandShorthand(message), await knowledge.words())
  const byRules = readMessage(corrected, message, state, apps)
  const isNone = byRules.order && (await isNoOrder(knowledge, byRules.order, corrected, state))
  const reading = isNone ? { ...byRules, order: undefined } : byRules
  if (reading.action || reading.order) return { ...reading, found: [], choices: undefined }
  if (reading.topic) {
    const app = reading.app ?? (await unnamedApp({ apps, knowledge }, reading, corrected))
    return { ...reading, app, found: [], choices: undefined }
  }
  const findings = await findInContext({ apps, knowledge }, corrected, state)
  const ordered = orderLearned(apps, findings, { message, corrected, state })
  if (ordered) return { ...reading, order: ordered, found: [], choices: undefined }
  const { found } = findings
  const [first, second] = found
  if (!findings.isSure || (await isAside(knowledge, first!.id, corrected)) || first!.id === OFF_TOPIC)
    return { ...reading, found: found.filter(({ id }) => id !== OFF_TOPIC), choices: undefined }
  const action = first!.id.startsWith('do/') ? actionOf(first!.id.slice(3) as ActionName) : undefined
  if (action) return { ...reading, action, found: [], choices: undefined }
  // Two apps may have similar words ("speech to text"); the one that is named is meant.
  const [named] = namedApps(plainText(corrected), apps)
  const nearest = named && first!.id.startsWith('apps/') ? { ...first!, id: `apps/${named.id}` } : first!
  const isUnsure = second !== undefined && first!.score - second.score < UNSURE_MAX
  const topic = nearest.id
  const isShort = corrected.split(/\s+/).length <= SHORT_WORDS
  const spokenOf = aboutOneApp.has(topic) && isShort ? apps.find(({ id }) => id === state.appId) : undefined
  const app =
    reading.app ?? spokenOf ?? (await unnamedApp({ apps, knowledge }, { ...reading, topic }, corrected))
  return {
    ...reading,
    topic,
    app,
    found,
    choices: isUnsure && areApps(topic, second.id) ? [topic, second.id] : undefined,
  }
}

/** Searches with the message as it is, and with "it" replaced by what it refers to. A request for an action is never a question. */
async function findInContext(
  { apps, knowledge }: Known,
  text: string,
  state: DialogueState,
): Promise<Findings> {
  const alone = await knowledge.find(text, state)
  const named = alone.isSure ? undefined : withSubject(plainText(text), state, apps)
  const inContext = named ? await knowledge.find(named, state) : alone
  const best = inContext.isSure ? inContext : alone
  if (!isQuestion(plainText(text))) return best
  return { ...best, found: best.found.filter(({ id }) => !id.startsWith('do/')) }
}

/** "When did van Gogh die?", below a form for a picture in his style, is near that app only because of the form. */
async function isAside(knowledge: Knowledge, topic: string, text: string): Promise<boolean> {
  const isShort = text.split(' ').length < ASIDE_WORDS
  if (!topic.startsWith('apps/') || isShort || REFERS.test(text)) return false
  const { found, isSure } = await knowledge.find(text)
  return found[0]!.id === OFF_TOPIC && !isSure
}

const REFERS = /\b(?:it|its|that|this|they|them|those|these|one|here|you|i|my|app|file|upload\w*)\b/i
const ASIDE_WORDS = 4

function actionOf(name: ActionName): Action {
  if (name === 'rest' || name === 'wake') return { kind: 'node', maintenance: name === 'rest' }
  return { kind: 'job', action: jobActions.find((one) => one === name)! }
}

/** "Cut sugar out of my diet" sounds like an order to the rules alone. */
async function isNoOrder(knowledge: Knowledge, { app }: Order, text: string, state: DialogueState) {
  if (app.id === state.order?.appId) return false
  const { order } = await knowledge.find(text, state)
  return order !== undefined && order.ahead < ORDER_BEHIND_MIN
}

/** "Quick, a pic of a wolf": a request that no rule knows goes to the app that such words asked for before. */
function orderLearned(
  apps: readonly AppManifest[],
  { order, offTopic = 0 }: Pick<Findings, 'order' | 'offTopic'>,
  { message, corrected, state }: { message: string; corrected: string; state: DialogueState },
): Reading['order'] {
  const app = apps.find(({ id }) => id === order?.appId)
  if (!app || isQuestion(plainText(corrected)) || offTopic > OFF_TOPIC_MAX) return undefined
  const isDoubtful = state.order?.appId === app.id || offTopic > OFF_TOPIC_LITTLE
  return order!.ahead >= (isDoubtful ? ORDER_AHEAD_DOUBTFUL_MIN : ORDER_AHEAD_MIN)
    ? orderFor(app, corrected, message, state)
    : undefined
}

const aboutOneApp = new Set([
  'live/prices',
  'live/who-serves',
  'live/app-wait',
  'live/app-needs',
  'live/affordable',
])

/** "What does enlarging a picture cost?": finds the app by what it does. */
async function unnamedApp(
  { apps, knowledge }: Known,
  { topic, facts }: Pick<Reading, 'topic' | 'facts'>,
  text: string,
): Promise<AppManifest | undefined> {
  if (!aboutOneApp.has(topic ?? '') || (topic === 'live/affordable' && !facts)) return undefined
  const measured = facts && apps.filter(({ price }) => price.per.some(({ of }) => Object.hasOwn(facts, of)))
  if (measured?.length === 1) return measured[0]
  const { found } = await knowledge.find(text)
  const [first, second] = found.filter(({ id }) => id.startsWith('apps/') && id !== 'apps/write')
  const isNear = first && first.score >= APP_NEAR_MIN && first.score - (second?.score ?? 0) >= APP_AHEAD_MIN
  return isNear ? apps.find(({ id }) => first.id === `apps/${id}`) : undefined
}

/** Help passages overlap, and either is a good answer; of two apps only one is meant. */
function areApps(...topics: string[]): boolean {
  return topics.every((topic) => topic.startsWith('apps/'))
}
