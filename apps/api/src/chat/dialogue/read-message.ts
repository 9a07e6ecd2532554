import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, fileFields } from '@infra/protocol/apps/app-input'
import { OFF_TOPIC } from '../knowledge/search-rules.ts'
import { type Action, actionIn } from './action-rules.ts'
import { isHostile, isMoreOfOthers, isOfOthers, isOtherTask } from './decline-rules.ts'
import { type Card, numbersIn } from './edit-rules.ts'
import { fieldsNamed } from './field-rules.ts'
import { inputFrom } from './fill-rules.ts'
import { withDigits } from './number-rules.ts'
import { refineOrder, requestedApp, wantsLastResult } from './order-rules.ts'
import { descriptionIn, restOfRequest, withMore } from './prompt-rules.ts'
import { request } from './request-rules.ts'
import { namedApps, plainText, readFacts, readPeriod } from './slot-rules.ts'
import { type DialogueState, type Facts, isSameInput, type Period } from './state-rules.ts'
import { topicByRule } from './topic-rules.ts'
import { takeVisibility, type Visibility } from './visibility-rules.ts'

/** What the rules understand of a message within its conversation. */
export interface Reading {
  /** Undefined if the rules don't know; then it's found by meaning. */
  topic: string | undefined
  /** The app that is named, or that was mentioned before if the message refers to it. */
  app: AppManifest | undefined
  facts: Facts | undefined
  period: Period | undefined
  action: Action | undefined
  order: Order | undefined
}

export interface Order {
  app: AppManifest
  input: AppInput
  usesLastResult: boolean
  /** Who may see the result, if the message says so. */
  visibility?: Visibility | undefined
}

/** A pure function of the message and of the conversation's state. `message` may have its typos corrected. */
export function readMessage(
  message: string,
  original: string,
  state: DialogueState,
  apps: readonly AppManifest[],
): Reading {
  const text = plainText(message)
  const isOfVisibility = takeVisibility(message).rest === ''
  if (
    (isOfOthers(text) && !isOfVisibility) ||
    isMoreOfOthers(text, plainText(state.said ?? '')) ||
    isHostile(text)
  )
    return { ...nothing, topic: 'product/what-i-cannot-do' }
  if (isOtherTask(text) && !asksAboutTheToken(text)) return { ...nothing, topic: OFF_TOPIC }
  const [named] = namedApps(text, apps)
  const spokenOf = apps.find(({ id }) => id === state.appId)
  // "A story about a cat, private please" asks for a story; "private please" alone may be about a job.
  const action =
    actionIn(withNode(takeVisibility(message).rest || message, state)) ?? changeOfVisibility(message, state)
  const facts = factsIn(text, state)
  const period = readPeriod(text) ?? periodBefore(text, state)
  const order = action ? undefined : orderIn(message, original, state, apps)
  const rule =
    order || action
      ? {}
      : topicByRule({ text: ofOnePerson(text), state, isAppNamed: named !== undefined, facts, period })
  const pointsBack = rule.pointsBack ?? /\b(?:that|it|this|one)\b/.test(text)
  return {
    topic: rule.topic,
    app: named ?? (pointsBack ? spokenOf : undefined),
    facts: facts ?? (rule.pointsBack ? state.facts : undefined),
    period:
      period ??
      (/\bthat (?:day|week|month)\b/.test(text) || (rule.topic === state.topic && rule.pointsBack)
        ? state.period
        : undefined),
    action,
    order,
  }
}

/** "Our nodes" are as much one's own as "my nodes". */
function ofOnePerson(text: string): string {
  return text
    .replaceAll(/\bours?\b/g, (word) => (word === 'our' ? 'my' : 'mine'))
    .replaceAll(/\b(do|did|can|could|have) we\b/g, '$1 i')
}

/** After talk of a node, "let it have a break" is about that node. */
function withNode(message: string, { topic = '' }: DialogueState): string {
  return IS_OF_NODES.test(topic)
    ? message.replace(/\b(let|put|give|bring|take|set|wake) (?:it|them)\b/i, '$1 my node')
    : message
}

const IS_OF_NODES = /^live\/my-(?:nodes|earnings)$|^nodes\//

/** "Change that, only for me": who sees a job, where nothing else is said. */
function changeOfVisibility(
  message: string,
  { jobId, order, topic, appId }: DialogueState,
): Action | undefined {
  const { rest, visibility } = takeVisibility(message)
  const isBare =
    /^(?:(?:and|but|please|ok|so|then|no)[ ,]+)*(?:change|make|set|turn|switch) (?:it|that|this|them|that one)(?: then| please)?\W*$/i
  // A word alone is left to meaning where nothing was made; a sentence says it all.
  const isWhole = jobId !== undefined || message.trim().split(/\s+/).length > 3
  const isOfAJob = rest === '' && isWhole && !isOnCardOf(order, { topic, appId })
  return visibility && (isOfAJob || isBare.test(rest)) ? { kind: 'job', action: visibility } : undefined
}

/** We give no advice about money, but say what the token is and isn't. */
function asksAboutTheToken(text: string): boolean {
  return (
    /\b(?:buy|invest(?:ing)? in|invest(?:ment)?)\b/.test(text) &&
    /\binfra\b|\b(?:your|the|this) token\b/.test(text)
  )
}

const nothing: Reading = {
  topic: undefined,
  app: undefined,
  facts: undefined,
  period: undefined,
  action: undefined,
  order: undefined,
}

/** "a smaller one" has half the sides of what was mentioned before. */
function factsIn(text: string, { facts }: DialogueState): Facts | undefined {
  const said = readFacts(text)
  if (said || !facts) return said
  const [name, ...others] = Object.keys(facts)
  // "And 2000?" asks about that many of the same thing.
  const bare = /^(?:and |or |what about |how about |what if (?:it's |it is )?)*(?:for |with )?(\d+)\W*$/.exec(
    withDigits(text),
  )
  if (bare && others.length === 0) return { [name!]: Number(bare[1]) }
  const factor = /\b(?:smaller|shorter|half (?:as|the|that))\b/.test(text)
    ? 0.5
    : /\b(?:bigger|larger|longer|twice (?:as|the|that)|double)\b/.test(text)
      ? 2
      : undefined
  if (!factor) return undefined
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, Math.round(value * factor)]))
}

/** "And the week before?" */
function periodBefore(text: string, { period }: DialogueState): Period | undefined {
  const isBefore = /\bthe (?:day|week|month|one) before(?: (?:that|it))?\W*$/.test(text)
  return isBefore && period?.kind === 'calendar' ? { ...period, back: period.back + 1 } : undefined
}

/** Topics after which "do it" means to run the app that was mentioned. */
function isOfAnApp(topic = ''): boolean {
  return (
    topic.startsWith('apps/') ||
    ['live/prices', 'live/affordable', 'live/app-wait', 'live/who-serves', 'live/app-needs'].includes(topic)
  )
}

/** Whether the talk is of the form that was shown last, or of what it would cost. */
function isOnCardOf(
  order: DialogueState['order'],
  { topic, appId }: Pick<DialogueState, 'topic' | 'appId'>,
): boolean {
  return (
    order !== undefined && (topic === `apps/${order.appId}` || (isOfAnApp(topic) && appId === order.appId))
  )
}

/** The order of an app that a message is known to ask for: of the form above if it is that app's, else a new one. */
export function orderFor(app: AppManifest, message: string, original: string, state: DialogueState): Order {
  const { rest, visibility } = takeVisibility(message)
  const written = takeVisibility(original).rest
  const last = state.order?.appId === app.id ? state.order : undefined
  const card = last && { app, input: last.input, before: last.before ?? [] }
  return {
    app,
    input: card ? changedForm(card, rest, written) : filledForm(app, rest, written),
    usesLastResult: wantsLastResult(rest),
    visibility: visibility ?? last?.visibility,
  }
}

function filledForm(app: AppManifest, message: string, written: string): AppInput {
  const said = { ...inputFrom(message, app), ...inputFrom(written, app) }
  return app.id === 'imagine' && said.prompt === undefined
    ? { ...descriptionIn(restOfRequest(written), app), ...said }
    : said
}

function changedForm(card: Card, message: string, written: string): AppInput {
  const { app, input } = card
  const changed = mergedReadings(refineOrder(written, card, true), refineOrder(message, card, true))
  if (changed && !isSameInput(changed, input)) return changed
  const said = inputFrom(written, app)
  if (Object.keys(said).length > 0) return { ...input, ...said }
  return app.id === 'imagine' && typeof input.prompt === 'string'
    ? { ...input, prompt: withMore(written, input.prompt) }
    : input
}

/** Adds what is said, now or before, about who may see the result. */
function orderIn(
  message: string,
  original: string,
  state: DialogueState,
  apps: readonly AppManifest[],
): Order | undefined {
  const { rest, visibility } = takeVisibility(message)
  const last = apps.find(({ id }) => id === state.order?.appId)
  const isOnCard = isOnCardOf(state.order, state)
  const isAllSaid = rest === '' && isOnCard
  if (last && visibility && isAllSaid)
    return { app: last, input: state.order!.input, usesLastResult: false, visibility }
  const order = orderOf(rest, takeVisibility(original).rest, state, apps)
  const said = visibility ?? (order?.app === last ? state.order?.visibility : undefined)
  return order && { ...order, visibility: said }
}

const ASKS_ON = new Set(['live/prices', 'live/affordable'])

function orderOf(
  message: string,
  original: string,
  { order, topic, appId }: DialogueState,
  apps: readonly AppManifest[],
): Order | undefined {
  const usesLastResult = wantsLastResult(message)
  const spokenOf = isOfAnApp(topic) ? apps.find(({ id }) => id === appId) : undefined
  // "And Speak for 1500 characters?", right after a price, asks for another price.
  const asksOn =
    ASKS_ON.has(topic ?? '') && /^(?:and|or|what about|how about)\b.*\?$/.test(plainText(message))
  const app = asksOn ? undefined : requestedApp(message, apps, spokenOf)
  const last = order && apps.find(({ id }) => id === order.appId)
  // For an order with a file, a message may add settings; any other words start a new order.
  const card = last && { app: last, input: order.input, before: order.before ?? [] }
  const isOfCard = card && isAboutCard(message, card, apps)
  const isMore = !app || isOfCard || (app.id === last?.id && fileFields(app.fields).length > 0)
  const isLast =
    isMore && (isOfCard || topic === `apps/${order?.appId}` || (isOfAnApp(topic) && appId === order?.appId))
  // Text is copied as it was written, unless only the corrected words can be read.
  const refined =
    card && mergedReadings(refineOrder(original, card, isLast), refineOrder(message, card, isLast))
  // "Make it about a dog" is about the order before, "make a story about a dog" is a new one.
  if (last && refined && (!app || app.id === last.id || namedApps(plainText(message), apps).length === 0))
    return { app: last, input: refined, usesLastResult }
  if (app) {
    // Text is copied as it was written, unless only the corrected words can be read.
    const said = { ...inputFrom(message, app), ...inputFrom(original, app) }
    const isTheSame = app === spokenOf && order?.appId === app.id && Object.keys(said).length === 0
    return { app, input: isTheSame ? order.input : said, usesLastResult }
  }
  return last && usesLastResult && namesItsFile(message, last, isLast)
    ? { app: last, input: order.input, usesLastResult }
    : undefined
}

/** "Take my last picture for it", or just "from my last picture" right after a form that takes a file. */
function namesItsFile(message: string, app: AppManifest, isLast: boolean): boolean {
  const text = request(plainText(message))
  if (/^(?:use|with|take)\b/.test(text)) return true
  return (
    isLast &&
    fileFields(app.fields).length > 0 &&
    !/^(?:delete|remove|hide|show|what|how|why|cancel)\b/.test(text)
  )
}

/** Whether a message names a number of the form, or asks for a change that only a form has. */
function isAboutCard(message: string, card: Card, apps: readonly AppManifest[]): boolean {
  const text = plainText(message)
  if (namesItsSize(text, card)) return true
  return (
    namedApps(text, apps).length === 0 &&
    fieldsNamed(text, card.app).length > 0 &&
    (Object.keys(numbersIn(message, card, true)).length > 0 || SIZE.test(text))
  )
}

/** "Make the picture bigger, 1024x1024", where the form has that size. */
function namesItsSize(text: string, { app }: Card): boolean {
  const [, width, height] = /\b(\d+) ?(?:x|×|by) ?(\d+)\b/.exec(text) ?? []
  const isOffered = app.fields.some(
    (field) => field.kind === 'choice' && field.options.some(({ value }) => value === `${width}x${height}`),
  )
  return isOffered && !/\b(?:my|photo|upscale|enlarge)\b/.test(text)
}

/** "The size 1216 x 832" */
const SIZE = /\bsize (?:to |of |is )?\d+ ?(?:x|×|by) ?\d+\b/

/** A change that was read from the words as they were written, with what only the corrected words say. */
function mergedReadings(
  written: AppInput | undefined,
  corrected: AppInput | undefined,
): AppInput | undefined {
  if (!written || !corrected) return written ?? corrected
  const texts = Object.entries(written).filter(
    ([name]) => name === 'prompt' || name === 'text' || name === 'negative',
  )
  return { ...corrected, ...Object.fromEntries(texts) }
}

/** Who is to see the result of the form right above, where an action says so and names no job. */
export function visibilityOfOffer(
  action: Action,
  message: string,
  { order, topic }: Pick<DialogueState, 'order' | 'topic'>,
): Visibility | undefined {
  if (!order || topic !== `apps/${order.appId}` || action.kind !== 'job') return undefined
  const isNamed = /\b(?:job|last|latest|newest|my|(?:that|this) result)\b/i.test(message)
  return !isNamed && (action.action === 'private' || action.action === 'public') ? action.action : undefined
}
