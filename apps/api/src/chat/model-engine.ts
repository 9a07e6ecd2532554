import { moods } from '@infra/protocol/moods'
import { Refusal } from '@infra/protocol/refusal'
import type { ChatModelConfig } from '../config.ts'
import type { AnswerContext } from './answers/live-answer.ts'
import { collectReply } from './collect-reply.ts'
import type { Engine, Question } from './engine.ts'
import { complete, type ModelMessage } from './model-stream.ts'
import { runTool, searchHelp, toolsFor } from './model-tools.ts'

/** A token is about four characters. */
const HISTORY_CHARACTERS_MAX = 6_000
const REPLY_TOKENS_MAX = 800

/** Rounds of tool calls; the last one is the answer. */
const ROUNDS_MAX = 4

/** Contains no secret: a model may repeat it, and it's in the repository anyway. */
export const PERSONA = `You are Infra, the voice of a network that runs AI apps on other people's machines. You are short, dry and friendly.
Answer only about this product and this network, from the passages below and from your tools; never from memory. Live figures, credits and jobs come from tools alone.
If neither has the answer, say "I don't know that" and name the nearest help. Never invent a figure, a price, a feature or a promise; figures that no passage or tool has are taken out of your answer. Give no investment advice.
Link to a screen as the passages do. Use no images and no HTML. If the person wants to run an app, use offer_app; to do something with a job or a node of theirs, offer_job_action or offer_node_maintenance. They confirm it themselves.
End with exactly one marker of your mood, such as [[mood:neutral]]; there are ${moods.join(', ')}.`

/** A language model behind any server with OpenAI's API, given the help passages and tools of the built-in engine. */
export function modelEngine(
  about: Pick<AnswerContext, 'deps' | 'apps' | 'knowledge'>,
  model: ChatModelConfig,
): Engine {
  const tools = toolsFor(about.apps)
  return {
    name: model.name,
    isModel: true,
    secondsMax: model.seconds,
    answer: async (question, onText, signal) => {
      const context = { ...about, address: question.address }
      const reply = collectReply(onText, question.state)
      const messages = await firstMessages(context, question)
      for (const { content } of messages) reply.addSource(content)
      const late = AbortSignal.timeout(model.seconds * 1_000)
      for (let round = 1; ; round += 1) {
        // No tools in the last round, so that the model has to answer.
        const body = { messages, tools: round < ROUNDS_MAX ? tools : undefined, max_tokens: REPLY_TOKENS_MAX }
        const listen = { onText: reply.add, signal: AbortSignal.any([signal, late]) }
        const { toolCalls, isCut } = await complete(model, body, listen).catch((error) => {
          throw late.aborted ? tooLate(error) : error
        })
        if (toolCalls.length === 0 || round === ROUNDS_MAX) return reply.end({ isCut })
        messages.push({
          role: 'assistant',
          content: '',
          tool_calls: toolCalls.map(({ id, name, arguments: json }) => ({
            id,
            type: 'function',
            function: { name, arguments: json },
          })),
        })
        for (const call of toolCalls) {
          const { text, offer } = await runTool(context, call)
          if (offer) reply.offer(offer)
          messages.push({ role: 'tool', tool_call_id: call.id, content: text })
          reply.addSource(text)
        }
      }
    },
  }
}

async function firstMessages(
  context: AnswerContext,
  { message, history }: Question,
): Promise<ModelMessage[]> {
  const passages = await searchHelp(context, message)
  return [
    { role: 'system', content: `${PERSONA}\n\n# Passages of the help\n\n${passages}` },
    ...trimmed(history).map(({ role, content }): ModelMessage => ({ role, content })),
    { role: 'user', content: message },
  ]
}

/** The latest messages that fit. */
function trimmed(history: Question['history']): Question['history'] {
  let room = HISTORY_CHARACTERS_MAX
  const latest = history.toReversed().filter(({ content }) => {
    room -= content.length
    return room >= 0
  })
  return latest.reverse()
}

function tooLate(cause: unknown): Refusal {
  return new Refusal('dependency_unavailable', 'The language model took too long.', {
    cause,
    retryAfterSeconds: 5,
  })
}
