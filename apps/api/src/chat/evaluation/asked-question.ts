import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { inputFrom } from '../dialogue/fill-rules.ts'
import { splitMessage } from '../dialogue/split-message.ts'
import { type DialogueState, type Facts, type Period, stateAfter } from '../dialogue/state-rules.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { understand } from '../understand.ts'

/** A question as people may ask it, and the topics that answer it. None is worded like the help. */
export interface AskedQuestion {
  asks: string
  /** Any of them is right; without one, no topic answers it. */
  topics: string[]
  /** Where it is given, it must be understood so as well. */
  app?: string
  facts?: Facts
  period?: Period
  /** Exactly what the form must be filled in with. */
  input?: AppInput
}

export interface Questions {
  product: AskedQuestion[]
  /** Off topic, or unclear. Not to know is always right; where a topic is named, that is right as well. */
  other: AskedQuestion[]
}

/** Questions that follow each other in one conversation. */
export type AskedConversation = AskedQuestion[]

export const about = (topics: string | string[], ...asked: string[]): AskedQuestion[] =>
  asked.map((asks) => ({ asks, topics: [topics].flat() }))

/** What was understood of a question, in the words of the sets. */
export interface Chosen extends Partial<Omit<AskedQuestion, 'asks' | 'topics'>> {
  topic: string | undefined
}

/** Asks the questions of one conversation, each with what those before were about. Jobs are as if there were one. */
export async function askInTurn(
  builtIn: { apps: readonly AppManifest[]; knowledge: Knowledge },
  questions: readonly Pick<AskedQuestion, 'asks'>[],
): Promise<Chosen[]> {
  let state: DialogueState = {}
  const chosen: Chosen[] = []
  for (const part of questions.map(({ asks }) => splitMessage(asks))) {
    // Of several questions in one message the last is measured; those before it count for what it is about.
    for (const asks of part.slice(0, -1)) state = stateAfter(state, await understand(builtIn, asks, state))
    const understood = await understand(builtIn, part.at(-1)!, state)
    const { topic, action, order, app, facts, period } = understood
    const isOfAJob = action?.kind === 'job' || /^live\/(?:my-jobs|why-|job-cost)/.test(topic ?? '')
    // What is asked about an app is answered with its form as well, filled in so far.
    const described = builtIn.apps.find(({ id }) => topic === `apps/${id}`)
    const form = described && { appId: described.id, input: inputFrom(part.at(-1)!, described) }
    state = stateAfter(state, understood, {
      ...(isOfAJob && { jobId: 'a job' }),
      ...(form && { order: form }),
    })
    const named = action && `do/${'action' in action ? action.action : action.kind}`
    chosen.push({
      topic: named ?? (order ? `do/order` : topic),
      app: order?.app.id ?? described?.id ?? app?.id,
      facts,
      period,
      input: order?.input ?? form?.input,
    })
  }
  return chosen
}
