import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { type Action, actionIn } from './action-rules.ts'
import { inputFrom } from './fill-rules.ts'
import { refineOrder, requestedApp, wantsLastResult } from './order-rules.ts'
import { namedApps, plainText, readFacts, readPeriod } from './slot-rules.ts'
import type { DialogueState, Facts, Period } from './state-rules.ts'
import { topicByRule } from './topic-rules.ts'

/** What rules understand of a message in its conversation. */
export interface Reading {
  /** Undefined where the rules do not know: then it is found by meaning. */
  topic: string | undefined
  /** The app that is named, or that was spoken of where the message points at it. */
  app: AppManifest | undefined
  facts: Facts | undefined
  period: Period | undefined
  action: Action | undefined
  order: { app: AppManifest; input: AppInput; usesLastResult: boolean } | undefined
}

/** A pure function of the message and of what the conversation is about. `message` may have its typos corrected. */
export function readMessage(
  message: string,
  original: string,
  state: DialogueState,
  apps: readonly AppManifest[],
): Reading {
  const text = plainText(message)
  const [named] = namedApps(text, apps)
  const spokenOf = apps.find(({ id }) => id === state.appId)
  const action = actionIn(message)
  const facts = factsIn(text, state)
  const period = readPeriod(text)
  const order = action ? undefined : orderIn(message, original, state, apps)
  const rule =
    order || action ? {} : topicByRule({ text, state, isAppNamed: named !== undefined, facts, period })
  const pointsBack = rule.pointsBack ?? /\b(?:that|it|this|one)\b/.test(text)
  return {
    topic: rule.topic,
    app: named ?? (pointsBack ? spokenOf : undefined),
    facts: facts ?? (rule.pointsBack ? state.facts : undefined),
    period: period ?? (rule.topic === state.topic && rule.pointsBack ? state.period : undefined),
    action,
    order,
  }
}

/** "a smaller one" has half the sides of what was spoken of. */
function factsIn(text: string, { facts }: DialogueState): Facts | undefined {
  const said = readFacts(text)
  if (said || !facts) return said
  const factor = /\b(?:smaller|shorter|half (?:as|the|that))\b/.test(text)
    ? 0.5
    : /\b(?:bigger|larger|longer|twice (?:as|the|that)|double)\b/.test(text)
      ? 2
      : undefined
  if (!factor) return undefined
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, Math.round(value * factor)]))
}

function orderIn(
  message: string,
  original: string,
  { order }: DialogueState,
  apps: readonly AppManifest[],
): Reading['order'] {
  const usesLastResult = wantsLastResult(message)
  const app = requestedApp(message, apps)
  const last = order && apps.find(({ id }) => id === order.appId)
  const refined = last && refineOrder(original, { app: last, input: order.input })
  // "Make it about a dog" is about the order before, "make a story about a dog" is a new one.
  if (last && refined && (!app || app.id === last.id || namedApps(plainText(message), apps).length === 0))
    return { app: last, input: refined, usesLastResult }
  if (app) return { app, input: inputFrom(original, app), usesLastResult }
  return last && usesLastResult && /^(?:use|with|take|and use)\b/.test(plainText(message))
    ? { app: last, input: order.input, usesLastResult }
    : undefined
}
