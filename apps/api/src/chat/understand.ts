import type { AppManifest } from '@infra/protocol/apps/app'
import { jobActions } from '@infra/protocol/chat'
import type { Action } from './dialogue/action-rules.ts'
import { correctTypos } from './dialogue/correct-typos.ts'
import { inputFrom } from './dialogue/fill-rules.ts'
import { withSubject } from './dialogue/pronoun-rules.ts'
import { type Reading, readMessage } from './dialogue/read-message.ts'
import { isQuestion } from './dialogue/request-rules.ts'
import { expandShorthand } from './dialogue/shorthand.ts'
import { namedApps, plainText } from './dialogue/slot-rules.ts'
import type { DialogueState } from './dialogue/state-rules.ts'
import { takeVisibility } from './dialogue/visibility-rules.ts'
import type { ActionName } from './knowledge/action-phrases.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import { type Findings, type Found, OFF_TOPIC } from './knowledge/search-rules.ts'

/** If two topics score this close, both are possible. */
const UNSURE_MAX = 0.01

/** An app that a question doesn't name must score at least this, and be ahead of the others by this much. */
const APP_NEAR_MIN = 0.42
const APP_AHEAD_MIN = 0.05

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
  const reading = readMessage(corrected, message, state, apps)
  if (reading.action || reading.order) return { ...reading, found: [], choices: undefined }
  if (reading.topic) {
    const app = reading.app ?? (await unnamedApp({ apps, knowledge }, reading, corrected))
    return { ...reading, app, found: [], choices: undefined }
  }
  const { found, isSure } = await findInContext({ apps, knowledge }, corrected, state)
  const [first, second] = found
  if (!isSure || first!.id === OFF_TOPIC)
    return { ...reading, found: found.filter(({ id }) => id !== OFF_TOPIC), choices: undefined }
  const action = first!.id.startsWith('do/') ? actionOf(first!.id.slice(3) as ActionName) : undefined
  if (action) return { ...reading, action, found: [], choices: undefined }
  // Two apps may have similar words ("speech to text"); the one that is named is meant.
  const [named] = namedApps(plainText(corrected), apps)
  const nearest = named && first!.id.startsWith('apps/') ? { ...first!, id: `apps/${named.id}` } : first!
  const order = orderOf(apps, nearest, { message, corrected })
  if (order) return { ...reading, order, found: [], choices: undefined }
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

function actionOf(name: ActionName): Action {
  if (name === 'rest' || name === 'wake') return { kind: 'node', maintenance: name === 'rest' }
  return { kind: 'job', action: jobActions.find((one) => one === name)! }
}

/**
 * "Have my logo as a vector": a request that no rule knows goes to the app whose help is nearest. Never to Write, which would speak for
 * Infra.
 */
function orderOf(
  apps: readonly AppManifest[],
  { id }: Found,
  { message, corrected }: { message: string; corrected: string },
): Reading['order'] {
  const app = apps.find((one) => id === `apps/${one.id}`)
  const text = plainText(corrected)
  const isWish =
    !isQuestion(text) &&
    /\b(?:my|this|that|these|our|me|i|please|(?:can|could|would|will) you)\b|"/.test(text)
  if (!app || app.id === 'write' || !isWish) return undefined
  const { rest, visibility } = takeVisibility(message)
  return { app, input: inputFrom(rest, app), usesLastResult: false, visibility }
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
