import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { AskedQuestion } from '../conversations/asked-question.ts'
import { inputFrom } from '../dialogue/fill-rules.ts'
import { visibilityOfOffer } from '../dialogue/read-message.ts'
import { splitMessage } from '../dialogue/split-message.ts'
import { type DialogueState, stateAfter } from '../dialogue/state-rules.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { understand } from '../understand.ts'

/** What was understood of a question, in the words of the sets. */
export interface Chosen extends Partial<Omit<AskedQuestion, 'asks' | 'topics' | 'input'>> {
  topic: string | undefined
  input?: AppInput | undefined
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
    const before: string[] = []
    for (const asks of part.slice(0, -1)) {
      const earlier = await understand(builtIn, asks, state)
      before.push(earlier.topic ?? '')
      state = stateAfter(state, earlier, { said: asks })
    }
    const understood = await understand(builtIn, part.at(-1)!, state)
    const { topic, action, order, app, facts, period } = understood
    // The form right above is changed, as long as nothing was ordered: here nothing ever is.
    const shown = action && visibilityOfOffer(action, part.at(-1)!, state)
    const offered = shown && state.order
    const isOfAJob =
      (action?.kind === 'job' && !shown) || /^live\/(?:my-jobs|why-|job-cost)/.test(topic ?? '')
    // What is asked about an app is answered with its form as well, filled in so far.
    const described = builtIn.apps.find(({ id }) => topic === `apps/${id}`)
    const form = described && { appId: described.id, input: inputFrom(part.at(-1)!, described) }
    state = stateAfter(state, understood, {
      said: part.at(-1)!,
      ...(isOfAJob && { jobId: 'a job' }),
      ...(form && { order: form }),
      ...(shown && { order: { ...state.order!, visibility: shown }, topic: state.topic! }),
      ...(order?.visibility && {
        order: { appId: order.app.id, input: order.input, visibility: order.visibility },
      }),
    })
    const named = action && `do/${'action' in action ? action.action : action.kind}`
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
