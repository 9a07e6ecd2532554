import { z } from 'zod'
import { JobFailure } from '../runners/runner.ts'
import type { Adapter } from './adapter.ts'
import { errorWords } from './error-words.ts'
import { checkModels, describeServer } from './openai-models.ts'
import { failureOf, type Remote, readLines, request } from './remote.ts'
import { type Piece, writeDown, writeOrder } from './writing.ts'

const Chunk = z.object({
  choices: z.array(
    z.object({
      delta: z
        .object({
          content: z.string().nullish(),
          // vLLM calls it `reasoning`, earlier versions of it and llama.cpp `reasoning_content`.
          reasoning: z.string().nullish(),
          reasoning_content: z.string().nullish(),
        })
        .optional(),
      finish_reason: z.string().nullish(),
    }),
  ),
})
const Message = z.object({ message: z.string() })
const Failure = z.object({ error: z.union([z.string(), Message]) })

/** Any server with OpenAI's chat API: llama.cpp, vLLM, LM Studio, and others. */
export function openaiChat(remote: Remote, model: string): Adapter {
  return {
    check: (signal) => checkModels(remote, model, signal),
    run: async (job) => {
      const { messages, tokensMax, temperature, seed } = writeOrder(job.input)
      job.progress(0, 'Thinking')
      const body = { model, messages, max_tokens: tokensMax, temperature, seed, stream: true }
      const response = await request(remote, 'v1/chat/completions', { body, signal: job.signal })
      const outputs = await writeDown(pieces(readLines(remote, response, job.signal)), job)
      return { outputs, facts: { ...(await describeServer(remote, job.signal)), model } }
    },
  }
}

async function* pieces(lines: AsyncIterable<string>): AsyncGenerator<Piece> {
  let isFinished = false
  for await (const line of lines) {
    // Comments keep the connection alive; we don't need the event's other fields.
    if (!line.startsWith('data:')) {
      // llama.cpp before October 2025 reports errors in a separate field.
      if (line.startsWith('error:')) throw failureIn(line.slice('error:'.length).trim())
      if (/^[:\w]/.test(line) || line === '') continue
      throw unexpectedAnswer()
    }
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') return yield { isEnd: true }
    const chunk = chunkOf(data)
    const [choice] = chunk.choices
    if (choice?.delta?.reasoning || choice?.delta?.reasoning_content) yield { isThought: true }
    if (choice?.delta?.content) yield { text: choice.delta.content }
    isFinished ||= Boolean(choice?.finish_reason)
  }
  // Some servers don't send the final event.
  if (isFinished) yield { isEnd: true }
}

function chunkOf(data: string): z.infer<typeof Chunk> {
  const parsed = asJson(data)
  if (Failure.safeParse(parsed).success) throw failureIn(data)
  const chunk = Chunk.safeParse(parsed)
  if (!chunk.success) throw unexpectedAnswer()
  return chunk.data
}

function failureIn(data: string): JobFailure {
  const { data: bare } = Message.safeParse(asJson(data))
  return failureOf(bare?.message ?? errorWords(data))
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unexpectedAnswer()
  }
}

function unexpectedAnswer(): JobFailure {
  return new JobFailure('app_failed', 'The server answered something that is no chat.')
}
