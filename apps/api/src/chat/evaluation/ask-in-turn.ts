import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { AskedQuestion } from '../conversations/asked-question.ts'
import type { Action } from '../dialogue/action-rules.ts'
import { formOf } from '../dialogue/fill-rules.ts'
import { visibilityOfOffer } from '../dialogue/read-message.ts'
import { splitMessage } from '../dialogue/split-message.ts'
import { type DialogueState, stateAfter } from '../dialogue/state-rules.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { understand } from '../understand.ts'

/** How a question was understood, in the terms of the question sets. */
export interface Chosen extends Partial<Omit<AskedQuestion, 'asks' | 'topics' | 'input'>> {
  topic: string | undefined
  input?: AppInput | undefined
}

/** Asks the questions of a conversation, each with the state that those before it left, as a person with one job. */
export async function askInTurn(
  builtIn: { apps: readonly AppManifest[]; knowledge: Knowledge },
  questions: readonly Pick<AskedQuestion, 'asks'>[],
): Promise<Chosen[]> {
  let state: DialogueState = {}
  const chosen: Chosen[] = []
  for (const part of questions.map(({ asks }) => splitMessage(asks))) {
    // Of several questions in one message, only the last is measured; those before it set the context.
    const before: string[] = []
    for (const asks of part.slice(0, -1)) {
      const earlier = await understand(builtIn, asks, state)
      before.push(earlier.topic ?? '')
      state = stateAfter(state, earlier, { said: asks })
    }
    const understood = await understand(builtIn, part.at(-1)!, state)
    const { topic, action, order, app, facts, period } = understood
    // Changes the form right above, as long as nothing was ordered. Here nothing ever is.
    const shown = action && visibilityOfOffer(action, part.at(-1)!, state)
    const offered = shown && state.order
    const isOfAJob =
      (action?.kind === 'job' && !shown) || /^live\/(?:my-jobs|why-|job-cost)/.test(topic ?? '')
    // A question about an app is also answered with its form, filled in so far.
    const described = builtIn.apps.find(({ id }) => topic === `apps/${id}`)
    const form = described && formOf(described, part.at(-1)!, state.order)
    state = stateAfter(state, understood, {
      said: part.at(-1)!,
      ...(isOfAJob && { jobId: 'a job' }),
      ...(form && { order: form }),
      ...(shown && { order: { ...state.order!, visibility: shown }, topic: state.topic! }),
      ...(order?.visibility && {
        order: { appId: order.app.id, input: order.input, visibility: order.visibility },
      }),
    })
    const named = action && `do/${nameOf(action)}`
    chosen.push({
      topic: named ?? (order ? `do/order` : topic),
      app: order?.app.id ?? described?.id ?? offered?.appId ?? app?.id,
      facts,
      period,
      input: order?.input ?? form?.input ?? offered?.input,
      visibility: order?.visibility ?? shown,
      usesLastResult: order?.usesLastResult || undefined,
      ...(before.length > 0 && { before }),
    })
  }
  return chosen
}

function nameOf(action: Action): string {
  if (action.kind === 'node') return action.maintenance ? 'rest' : 'wake'
  return action.kind === 'job' ? action.action : action.kind
}
