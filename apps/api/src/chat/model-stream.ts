import { Refusal } from '@infra/protocol/refusal'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import type { ChatModelConfig } from '../config.ts'

export interface ToolCall {
  id: string
  name: string
  /** Is JSON if the model wrote it correctly. */
  arguments: string
}

export type ModelMessage =
  | { role: 'system' | 'user' | 'assistant'; content: string }
  | {
      role: 'assistant'
      content: string
      tool_calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
    }
  | { role: 'tool'; tool_call_id: string; content: string }

/** One chunk of an answer in OpenAI's API, with the parts we need. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().min(0).max(31).default(0),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  error: z.unknown().optional(),
})

const EVENT_CHARACTERS_MAX = 1_000_000
const ARGUMENTS_CHARACTERS_MAX = 10_000

export interface Completion {
  toolCalls: ToolCall[]
  /** It stopped at its token limit, not because it was finished. */
  isCut: boolean
}

/** Asks the model once. `onText` returns whether there's room for more; if not, the rest isn't read. */
export async function complete(
  model: ChatModelConfig,
  body: { messages: ModelMessage[]; tools: object[] | undefined; max_tokens: number },
  { onText, signal }: { onText: (text: string) => boolean; signal: AbortSignal },
): Promise<Completion> {
  const response = await ask(model, body, signal)
  const calls: ToolCall[] = []
  let isWhole = false
  let isCut = false
  try {
    for await (const data of eventsOf(response)) {
      if (data === '[DONE]') {
        isWhole = true
        break
      }
      const { choices, error } = readChunk(data)
      if (error) throw away('The language model failed.', error)
      for (const { delta, finish_reason: reason } of choices) {
        if (delta?.content && !onText(delta.content)) return { toolCalls: [], isCut: true }
        for (const part of delta?.tool_calls ?? []) addTo(calls, part)
        if (reason) isWhole = true
        if (reason === 'length') isCut = true
      }
    }
  } catch (error) {
    throw error instanceof Refusal ? error : away('The language model broke off.', error)
  }
  if (!isWhole) throw away('The language model broke off.')
  return { toolCalls: calls.filter(Boolean), isCut }
}

async function ask(model: ChatModelConfig, body: object, signal: AbortSignal): Promise<Response> {
  const response = await fetch(`${model.url}/chat/completions`, {
    method: 'POST',
    signal,
    // A redirect must not carry the key to another host.
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(model.key && { authorization: `Bearer ${model.key}` }),
    },
    body: JSON.stringify({ model: model.name, stream: true, temperature: 0.3, ...body }),
  }).catch((error) => {
    throw away('The language model cannot be reached.', error)
  })
  if (response.ok && response.body) return response
  await response.body?.cancel()
  const cause = new Error(`The language model answered ${response.status}.`)
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after'))
    const after = Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), 600) : 10
    throw away('The language model has too much to do. Try again shortly.', cause, after)
  }
  throw away('The language model does not answer.', cause)
}

/** The data of each server-sent event. */
async function* eventsOf({ body }: Response): AsyncGenerator<string> {
  const events: string[] = []
  const parser = createParser({
    maxBufferSize: EVENT_CHARACTERS_MAX,
    onEvent: ({ data }) => void events.push(data.trim()),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw away('The language model broke off.')
    },
  })
  for await (const text of body!.pipeThrough(new TextDecoderStream())) {
    parser.feed(text)
    yield* events.splice(0)
  }
  // Some servers leave out the blank line after the last event.
  parser.feed('\n\n')
  yield* events.splice(0)
}

function readChunk(data: string): z.infer<typeof Chunk> {
  try {
    return Chunk.parse(JSON.parse(data))
  } catch (error) {
    throw away('The language model speaks another protocol.', error)
  }
}

type CallPart = {
  index: number
  id?: string | null
  function?: { name?: string | null; arguments?: string | null } | null
}

/** A tool call comes in chunks: its name first, then its arguments piece by piece. */
function addTo(calls: ToolCall[], part: CallPart): void {
  const call = calls[part.index] ?? { id: '', name: '', arguments: '' }
  calls[part.index] = call
  call.id ||= part.id ?? `call-${part.index}`
  call.name += part.function?.name ?? ''
  call.arguments += part.function?.arguments ?? ''
  if (call.arguments.length > ARGUMENTS_CHARACTERS_MAX) throw away('The language model broke off.')
}

function away(sentence: string, cause?: unknown, retryAfterSeconds = 5): Refusal {
  return new Refusal('dependency_unavailable', sentence, { cause, retryAfterSeconds })
}
