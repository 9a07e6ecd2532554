import type { AppManifest } from '@infra/protocol/apps/app'
import { OFF_TOPIC } from '../knowledge/search-rules.ts'
import { type Action, actionIn } from './action-rules.ts'
import { isHostile, isMoreOfOthers, isOfOthers, isOtherTask } from './decline-rules.ts'
import { withDigits } from './number-rules.ts'
import { isOnCard, type Order, readOrder, type Said } from './read-order.ts'
import { request } from './request-rules.ts'
import { namedApps, plainText, readFacts, readPeriod } from './slot-rules.ts'
import type { DialogueState, Facts, Period } from './state-rules.ts'
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

/** A pure function of the message and of the conversation's state. */
export function readMessage(said: Said, state: DialogueState, apps: readonly AppManifest[]): Reading {
  const { corrected: message } = said
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
  const order = action ? undefined : readOrder(said, { state, apps })
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
function changeOfVisibility(message: string, state: DialogueState): Action | undefined {
  const { rest, visibility } = takeVisibility(message)
  // A word alone is left to meaning where nothing was made; a sentence says it all.
  const isWhole = state.jobId !== undefined || message.trim().split(/\s+/).length > 3
  const isOfAJob = rest === '' && isWhole && !isOnCard(state)
  return visibility && (isOfAJob || CHANGES_IT.test(request(rest)))
    ? { kind: 'job', action: visibility }
    : undefined
}

const CHANGES_IT = /^(?:change|make|set|turn|switch) (?:it|that|this|them|that one)$/i

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
