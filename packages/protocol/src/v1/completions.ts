import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { integer } from '../values/integer.ts'
import { text } from '../values/text.ts'
import { ignored, Model, optional, ordering, unsupported } from './parameters.ts'

/** Not trimmed: a line break may end a text. */
const Stop = z.string().min(1).max(100)

const written = {
  model: Model,
  temperature: optional(z.number()),
  seed: optional(integer({ min: 0, max: 2 ** 32 - 1 })),
  stop: optional(z.union([Stop, z.array(Stop).max(4)])),
  stream: optional(z.boolean()),
  stream_options: optional(
    z.strictObject({ include_usage: optional(z.boolean()), include_obfuscation: ignored }),
  ),
  n: unsupported(1),
  frequency_penalty: unsupported(0),
  presence_penalty: unsupported(0),
  logit_bias: unsupported(),
  top_p: ignored,
  user: ignored,
}

const tokens = optional(integer({ min: 1, max: 100_000 }))

const Part = z.strictObject({
  type: z.literal('text', 'is not supported here'),
  text: text({ min: 0, max: 32_000 }),
})
const Content = z.union([text({ min: 0, max: 32_000 }), z.array(Part).max(100)])
export const ChatMessage = z.strictObject({
  role: z.enum(['system', 'developer', 'user', 'assistant'], 'is not supported here'),
  content: Content,
  name: ignored,
  refusal: unsupported(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const createChatCompletion = endpoint({
  ...ordering,
  path: '/chat/completions',
  summary: 'The next message of a conversation; chunks of it where `stream` is true.',
  body: z.strictObject({
    ...written,
    messages: z.array(ChatMessage).min(1).max(200),
    max_completion_tokens: tokens,
    max_tokens: tokens,
    modalities: unsupported(),
    response_format: optional(z.strictObject({ type: z.literal('text', 'is not supported here') })),
    audio: unsupported(),
    functions: unsupported(),
    function_call: unsupported('none'),
    logprobs: unsupported(false),
    tools: unsupported(),
    tool_choice: unsupported('none', 'auto'),
    top_logprobs: unsupported(),
    web_search_options: unsupported(),
    metadata: ignored,
    parallel_tool_calls: ignored,
    prediction: ignored,
    prompt_cache_key: ignored,
    reasoning_effort: ignored,
    safety_identifier: ignored,
    service_tier: ignored,
    store: ignored,
    verbosity: ignored,
  }),
  bodyBytesMax: 1024 * 1024,
  bodyValuesMax: 2_000,
  response: z.object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        finish_reason: z.literal('stop'),
        logprobs: z.null(),
      }),
    ),
  }),
})

const Prompt = text({ min: 0, max: 4_000 })

export const createCompletion = endpoint({
  ...ordering,
  path: '/completions',
  summary: 'Goes on from a text; chunks of it where `stream` is true.',
  body: z.strictObject({
    ...written,
    prompt: z.union([Prompt, z.tuple([Prompt], 'must be one text')]),
    max_tokens: tokens,
    echo: optional(z.boolean()),
    best_of: unsupported(1),
    logprobs: unsupported(),
    suffix: unsupported(),
  }),
  bodyBytesMax: 64 * 1024,
  response: z.object({
    id: z.string(),
    object: z.literal('text_completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({ index: z.int(), text: z.string(), finish_reason: z.literal('stop'), logprobs: z.null() }),
    ),
  }),
})
