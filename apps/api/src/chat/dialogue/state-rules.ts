import type { AppInput } from '@infra/protocol/apps/app-input'
import { isDeclined } from '../knowledge/search-rules.ts'
import type { Visibility } from './visibility-rules.ts'

/** The size of an input that was mentioned. */
export interface Facts {
  width?: number
  height?: number
  seconds?: number
  characters?: number
}

/** `calendar`: the day, week or month this many before the current one. `rolling`: this many hours up to now. */
export type Period =
  | { kind: 'calendar'; unit: 'day' | 'week' | 'month'; back: number }
  | { kind: 'rolling'; hours: number }

export interface OfferedOrder {
  appId: string
  input: AppInput
  visibility?: Visibility
  /** What was filled in before the last changes, the newest first. */
  before?: AppInput[]
  /** The person's newest job at that time; missing if they had none. If there's a newer one, the order may have been run. */
  newestJobId?: string
}

/** What a conversation is about, so that the next message can leave it out. Stored with the thread. */
export interface DialogueState {
  /** The topic of the last answer. */
  topic?: string
  appId?: string
  jobId?: string
  nodeId?: string
  facts?: Facts
  period?: Period
  /** The last order that was offered, as far as it's filled in. */
  order?: OfferedOrder
  /** The last link of the last answer, in Markdown. */
  link?: string
  /** The topics that the person was asked to choose from. */
  choices?: string[]
  /** The last message, since a follow-up leaves out what it said. */
  said?: string
}

/** What was understood of a message. */
interface Understood {
  topic: string | undefined
  app: { id: string } | undefined
  facts: Facts | undefined
  period: Period | undefined
  order: { app: { id: string }; input: AppInput } | undefined
  choices: string[] | undefined
  action?: { kind: string } | undefined
}

/** What a conversation is about after a message; `about` is what its answer adds. */
export function stateAfter(
  state: DialogueState,
  understood: Understood,
  about: Partial<DialogueState> = {},
): DialogueState {
  const next = following(state, understood, about)
  return { ...next, ...(next.order && { order: withHistory(next.order, state.order) }) }
}

const CHANGES_KEPT = 5

/** Keeps what a form said before, so that a change can be taken back. */
function withHistory(order: OfferedOrder, earlier: OfferedOrder | undefined): OfferedOrder {
  if (!earlier || earlier.appId !== order.appId) return order
  const isChanged = !isSameInput(earlier.input, order.input)
  const before = [...(isChanged ? [earlier.input] : []), ...(earlier.before ?? [])].slice(0, CHANGES_KEPT)
  return before.length > 0 ? { ...order, before } : order
}

function following(
  { choices: _, ...state }: DialogueState,
  { topic, app, facts, period, order, choices, action }: Understood,
  about: Partial<DialogueState>,
): DialogueState {
  const appId = order?.app.id ?? (topic?.startsWith('apps/') ? topic.slice(5) : app?.id)
  return {
    ...state,
    // After something that is declined, people go on with what they talked about before.
    ...(topic && !isDeclined(topic) && { topic }),
    ...(action?.kind === 'node' && { topic: 'live/my-nodes' }),
    ...(appId && { appId }),
    ...(facts && { facts }),
    ...(period && { period }),
    ...(order && { order: { appId: order.app.id, input: order.input }, topic: `apps/${order.app.id}` }),
    ...about,
    ...(choices && { choices }),
  }
}

export function isSameInput(one: AppInput, other: AppInput): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}
