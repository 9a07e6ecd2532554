import type { AppManifest } from '@infra/protocol/apps/app'
import { jobActions } from '@infra/protocol/chat'
import type { Action } from './dialogue/action-rules.ts'
import { aboutOneApp } from './dialogue/app-topic-rules.ts'
import { correctTypos, isGibberish } from './dialogue/correct-typos.ts'
import { withSubject } from './dialogue/pronoun-rules.ts'
import { type Reading, readMessage } from './dialogue/read-message.ts'
import { type Order, readOrder, type Said } from './dialogue/read-order.ts'
import { isQuestion } from './dialogue/request-rules.ts'
import { expandShorthand } from './dialogue/shorthand.ts'
import { namedApps, plainText } from './dialogue/slot-rules.ts'
import type { DialogueState } from './dialogue/state-rules.ts'
import type { ActionName } from './knowledge/action-phrases.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import { type Findings, isDeclined, OFF_TOPIC } from './knowledge/search-rules.ts'

/** If two topics score this close, both are possible. */
const UNSURE_MAX = 0.01

/** An app that a question doesn't name must be at least this probable, and more than the others by this much. */
const APP_MIN = 0.1
const APP_AHEAD_MIN = 0.05

/** An order that no rule knows must be more probable than any topic by this much. */
const ORDER_AHEAD_MIN = 0.1
/** What the rules read is dropped if another topic is more probable by this much. */
const CONTRADICTED_MIN = 0.7
/** What the rules take for an order of another app than the form's is none if some topic is more probable by this much. */
const ORDER_BEHIND_MAX = 0.6

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

export async function understand(known: Known, message: string, state: DialogueState): Promise<Understood> {
  const { apps, knowledge } = known
  const isWord = await knowledge.words()
  const said = { written: message, corrected: correctTypos(expandShorthand(message), isWord) }
  const reading = readMessage(said, state, apps)
  const isOfForm = reading.order && reading.order.app.id === state.order?.appId
  if (reading.action) return decided(reading)
  if (!reading.topic && !isOfForm && isGibberish(said.corrected, isWord)) return decided(reading)
  const alone = await knowledge.find(said.corrected, state)
  if (reading.topic || isOfForm) {
    if (isContradicted(reading, alone))
      return byMeaning(known, { ...reading, topic: undefined, order: undefined }, said.corrected, {
        state,
        alone,
      })
    const app = reading.app ?? (await unnamedApp(known, reading, said.corrected))
    return decided({ ...reading, app })
  }
  const order = orderAsLearned(reading.order, said, alone, { state, apps })
  if (order) return decided({ ...reading, order })
  return byMeaning(known, { ...reading, order }, said.corrected, { state, alone })
}

const decided = (reading: Reading): Understood => ({ ...reading, found: [], choices: undefined })

/** Whether what the rules read, which see only some words, is far less probable than another topic, by what was learned of such messages. */
function isContradicted({ topic, order }: Reading, { found, isSure, order: learned }: Findings): boolean {
  const [best] = found
  if (!isSure || isDeclined(best!.id)) return false
  if (order) return !isApp(best!) && learned !== undefined && learned.ahead <= -CONTRADICTED_MIN
  const own = found.find(({ id }) => id === topic)?.score ?? 0
  return !isDeclined(topic!) && best!.score - own >= CONTRADICTED_MIN
}

/** The topic that is nearest to a message, if it's near enough. `alone` is what was found for the message as it is. */
async function byMeaning(
  known: Known,
  reading: Reading,
  text: string,
  { state, alone }: { state: DialogueState; alone: Findings },
): Promise<Understood> {
  const { apps, knowledge } = known
  const { found, isSure } = await findInContext(known, text, state, alone)
  const [first, second] = found
  if (!isSure || first!.id === OFF_TOPIC || (await isAside(knowledge, text, state)))
    return { ...reading, found: found.filter(({ id }) => id !== OFF_TOPIC), choices: undefined }
  if (first!.id.startsWith('do/'))
    return decided({ ...reading, action: actionOf(first!.id.slice(3) as ActionName) })
  // Two apps may have similar words ("speech to text"); the one that is named is meant.
  const [named] = namedApps(plainText(text), apps)
  const topic = named && isApp(first!) ? `apps/${named.id}` : first!.id
  const isShort = text.split(/\s+/).length <= SHORT_WORDS
  const spokenOf = aboutOneApp.has(topic) && isShort ? apps.find(({ id }) => id === state.appId) : undefined
  const app = reading.app ?? spokenOf ?? (await unnamedApp(known, { ...reading, topic }, text))
  // Help passages overlap, and either is a good answer; of two apps only one is meant.
  const isUnsure =
    second !== undefined && first!.score - second.score < UNSURE_MAX && isApp(first!) && isApp(second)
  return { ...reading, topic, app, found, choices: isUnsure ? [topic, second.id] : undefined }
}

const isApp = ({ id }: { id: string }) => id.startsWith('apps/')

/** Searches once more with "it" replaced by what it refers to, unless the message alone is clear. A question never asks for an action. */
async function findInContext(
  { apps, knowledge }: Known,
  text: string,
  state: DialogueState,
  alone: Findings,
): Promise<Findings> {
  const named = alone.isSure ? undefined : withSubject(plainText(text), state, apps)
  const inContext = named ? await knowledge.find(named, state) : alone
  const best = inContext.isSure ? inContext : alone
  if (!isQuestion(plainText(text))) return best
  return { ...best, found: best.found.filter(({ id }) => !id.startsWith('do/')) }
}

/** "Is it true that snails have teeth?", below a form for a story of one, is near a topic only because of what was said before. */
async function isAside(knowledge: Knowledge, text: string, { said }: DialogueState): Promise<boolean> {
  const isShort = text.split(' ').length < ASIDE_WORDS
  if (!said || isShort || REFERS.test(text.replace(SAYS_NOTHING, ''))) return false
  const { found, isSure } = await knowledge.find(text)
  return found[0]!.id === OFF_TOPIC && !isSure
}

const REFERS = /\b(?:it|its|that|this|they|them|those|these|one|here|you|i|my|app|file|upload\w*)\b/i
/** Refers to nothing either. */
const SAYS_NOTHING = /\bis it true that\b|\bdo you know\b|\btell me\b/i
const ASIDE_WORDS = 4

function actionOf(name: ActionName): Action {
  if (name === 'rest' || name === 'wake') return { kind: 'node', maintenance: name === 'rest' }
  return { kind: 'job', action: jobActions.find((one) => one === name)! }
}

/** What the rules take for an order, unless some topic is far likelier; where they know none, an order of the app that such words asked for before. */
function orderAsLearned(
  byRules: Order | undefined,
  said: Said,
  { order: learned }: Findings,
  { state, apps }: { state: DialogueState; apps: readonly AppManifest[] },
): Order | undefined {
  // "Cut sugar out of my diet" sounds like an order to the rules.
  if (byRules && (!learned || learned.ahead >= -ORDER_BEHIND_MAX)) return byRules
  const app = apps.find(({ id }) => id === learned?.appId)
  if (!app || isQuestion(plainText(said.corrected)) || learned!.ahead < ORDER_AHEAD_MIN) return undefined
  return readOrder(said, { state, apps, learned: app })
}

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
  const [first, second] = found.filter((one) => isApp(one) && one.id !== 'apps/write')
  const isNear = first && first.score >= APP_MIN && first.score - (second?.score ?? 0) >= APP_AHEAD_MIN
  return isNear ? apps.find(({ id }) => first.id === `apps/${id}`) : undefined
}
