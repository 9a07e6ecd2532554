// What users of LangChain write, with `@langchain/openai`. As openai-javascript.mjs.
import assert from 'node:assert/strict'
import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import { JsonOutputParser, StringOutputParser } from '@langchain/core/output_parsers'
import { ChatPromptTemplate, PromptTemplate } from '@langchain/core/prompts'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI, DallEAPIWrapper, OpenAI, OpenAIEmbeddings } from '@langchain/openai'
import { call, end, errorOf, isPng, isRefusal } from './report.mjs'

const { INFRA_URL, INFRA_KEY, INFRA_READ_KEY } = process.env

/** Refused for this reason, with all that OpenAI's errors have. */
const refused = (name, work, { status, ...expected }) =>
  call(null, name, async () => {
    const error = await errorOf(work)
    assert.equal(error.status, status)
    isRefusal(error.error, error.message, expected)
    assert.equal(error.headers.get('x-should-retry'), 'false')
  })

const at = { apiKey: INFRA_KEY, configuration: { baseURL: `${INFRA_URL}/v1` } }
const chat = new ChatOpenAI({ ...at, model: 'write', maxTokens: 64 })
const plain = new ChatOpenAI({ ...at, model: 'write' })
const careful = new ChatOpenAI({
  ...at,
  model: 'write',
  maxTokens: 64,
  temperature: 0,
  topP: 1,
  n: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
})
const story = new OpenAI({ ...at, model: 'story-teller', maxTokens: 32, temperature: 0 })
const bare = new OpenAI({ ...at, model: 'story-teller' })

function isAnswer(message) {
  assert.match(message.id, /^chatcmpl-[0-9a-f-]{36}$/)
  assert.ok(message.content.length > 2)
  assert.equal(message.response_metadata.finish_reason, 'stop')
  assert.equal(message.response_metadata.model_name, 'write')
  assert.deepEqual(message.tool_calls, [])
}
const isText = (text) => assert.ok(typeof text === 'string' && text.length > 2, String(text))
const messages = [new SystemMessage('Be brief.'), new HumanMessage('Hi')]

// Chat
await call('write', 'chat', async () => isAnswer(await chat.invoke(messages)))
await call('write', 'chat without options', async () => isAnswer(await plain.invoke('Hi')))
await call('write', 'chat with options of no effect', async () =>
  isAnswer(await careful.invoke(messages, { seed: 7, stop: ['\n\n\n'] })),
)
await call('write', 'chat with pairs', async () =>
  isAnswer(
    await chat.invoke([
      ['system', 'Be brief.'],
      ['human', 'Hi'],
    ]),
  ),
)
await call(
  'write',
  'chat that goes on with the answer as it came',
  async () => {
    const first = await chat.invoke(messages)
    isAnswer(first)
    isAnswer(await chat.invoke([...messages, first, new HumanMessage('And?')]))
  },
  { calls: 2 },
)
await call('write', 'chat with an answer that we wrote', async () =>
  isAnswer(
    await chat.invoke([
      ...messages,
      new AIMessage('Hello.'),
      new HumanMessage({ content: [{ type: 'text', text: 'And?' }] }),
    ]),
  ),
)
await call('write', 'chat as a stream', async () => {
  let whole
  for await (const chunk of await chat.stream(messages)) whole = whole ? whole.concat(chunk) : chunk
  isAnswer(whole)
})
await call('write', 'chat as a stream without its usage', async () => {
  let text = ''
  for await (const chunk of await new ChatOpenAI({ ...at, model: 'write', streamUsage: false }).stream('Hi'))
    text += chunk.content
  isText(text)
})
await call('write', 'chat by its events', async () => {
  const kinds = new Set()
  for await (const { event } of chat.streamEvents(messages, { version: 'v2' })) kinds.add(event)
  assert.deepEqual([...kinds], ['on_chat_model_start', 'on_chat_model_stream', 'on_chat_model_end'])
})
await call(
  'write',
  'chats at once',
  async () => {
    for (const answer of await chat.batch(['One', 'Two', 'Three'])) isAnswer(answer)
  },
  { calls: 3 },
)
await call('write', 'a chain of a template, a chat and a parser', async () => {
  const chain = ChatPromptTemplate.fromMessages([
    ['system', 'Be {how}.'],
    ['human', '{what}'],
  ])
    .pipe(chat)
    .pipe(new StringOutputParser())
  isText(await chain.invoke({ how: 'brief', what: 'Hi' }))
})
await call('write', 'a chain as a stream', async () => {
  const chain = ChatPromptTemplate.fromTemplate('Say {what}').pipe(chat).pipe(new StringOutputParser())
  let text = ''
  for await (const part of await chain.stream({ what: 'hi' })) text += part
  isText(text)
})
await call('write', 'a chain whose answer is no JSON', async () => {
  const chain = chat.pipe(new JsonOutputParser())
  await assert.rejects(chain.invoke('Hi'), /JSON/)
})
await call('write', 'a chat that generates', async () => {
  const { generations, llmOutput } = await chat.generate([messages])
  isText(generations[0][0].text)
  assert.equal(generations[0][0].generationInfo.finish_reason, 'stop')
  assert.ok(llmOutput)
})
await call('write', 'a chat with retries and a fallback', async () => {
  const missing = new ChatOpenAI({ ...at, model: 'gpt-9' })
  isAnswer(await missing.withFallbacks([chat.withRetry({ stopAfterAttempt: 2 })]).invoke('Hi'))
})

// Completions
await call('story-teller', 'completion', async () => isText(await story.invoke('Once upon a time')))
await call('story-teller', 'completion without options', async () => isText(await bare.invoke('Once')))
await call('story-teller', 'completion with a stop', async () =>
  isText(await story.invoke('Once', { stop: ['\n\n\n'] })),
)
await call('story-teller', 'completion as a stream', async () => {
  let text = ''
  for await (const part of await story.stream('Once upon a time')) text += part
  isText(text)
})
await call('story-teller', 'completion that streams within', async () =>
  isText(await new OpenAI({ ...at, model: 'story-teller', streaming: true, maxTokens: 32 }).invoke('Once')),
)
await call(
  'story-teller',
  'completions of several prompts, each a call',
  async () => {
    for (const text of await bare.batch(['One', 'Two'])) isText(text)
    const { generations } = await new OpenAI({ ...at, model: 'story-teller', batchSize: 1 }).generate([
      'One',
      'Two',
    ])
    for (const [{ text }] of generations) isText(text)
  },
  { calls: 4 },
)
await refused('completions of several prompts in a call', () => bare.generate(['One', 'Two']), {
  status: 400,
  code: 'invalid_value',
  param: 'prompt',
})
await call('story-teller', 'a completion that generates', async () => {
  const { generations } = await story.generate(['Once upon a time'])
  assert.equal(generations[0][0].generationInfo.finishReason, 'stop')
  isText(generations[0][0].text)
})
await call('story-teller', 'a chain of a template and a completion', async () =>
  isText(await PromptTemplate.fromTemplate('Once there was {who}').pipe(story).invoke({ who: 'a fox' })),
)

// Pictures
const painter = { apiKey: INFRA_KEY, baseUrl: `${INFRA_URL}/v1`, model: 'imagine' }
await call('imagine', 'a picture as an address', async () => {
  const url = await new DallEAPIWrapper(painter).invoke('a fox')
  assert.match(url, /^http/)
})
await call('imagine', 'a picture as bytes', async () => {
  const painted = await new DallEAPIWrapper({
    ...painter,
    dallEResponseFormat: 'b64_json',
    size: '512x512',
  }).invoke('a fox')
  isPng(Buffer.from(painted, 'base64'))
})

// Repeats and leaving
await call(
  'story-teller',
  'the same twice by an idempotency key',
  async () => {
    const once = { options: { headers: { 'Idempotency-Key': crypto.randomUUID() } } }
    assert.equal(await story.invoke('Once more', once), await story.invoke('Once more', once))
  },
  { calls: 2, finished: 1 },
)
const long = new OpenAI({ ...at, model: 'story-teller', maxTokens: 256, maxRetries: 0 })
await call(
  'story-teller',
  'a stream that is left',
  async () => {
    const leave = new AbortController()
    const reading = async () => {
      for await (const part of await long.stream('It took a long time', { signal: leave.signal }))
        if (part) leave.abort()
    }
    await assert.rejects(reading(), /abort/i)
  },
  { finished: 0, left: 1 },
)
await call(
  'story-teller',
  'a call that is left',
  async () => {
    await assert.rejects(long.invoke('It took a very long time', { signal: AbortSignal.timeout(400) }))
  },
  { finished: 0, left: 1 },
)

// What is refused
const add = tool(({ a }) => a, {
  name: 'add',
  description: 'Adds',
  schema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
})
await refused('chat with tools', () => chat.bindTools([add]).invoke('Hi'), {
  status: 400,
  code: 'unsupported_parameter',
  param: 'tools',
})
const shape = { title: 'Answer', type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
await refused(
  'an object by a function',
  () => chat.withStructuredOutput(shape, { method: 'functionCalling' }).invoke('Hi'),
  { status: 400, code: 'unsupported_parameter', param: 'tools' },
)
await refused(
  'an object by JSON',
  () => chat.withStructuredOutput(shape, { method: 'jsonMode' }).invoke('Hi'),
  { status: 400, code: 'unsupported_parameter', param: 'response_format.type' },
)
await refused(
  'an object by its schema',
  () =>
    chat.invoke('Hi', {
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema: shape } },
    }),
  { status: 400, code: 'unsupported_parameter', param: 'response_format.type' },
)
await refused(
  'chat with a picture',
  () =>
    chat.invoke([
      new HumanMessage({
        content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
      }),
    ]),
  { status: 400, code: 'unsupported_parameter', param: 'messages.0.content.0.type' },
)
await refused('two answers', () => new ChatOpenAI({ ...at, model: 'write', n: 2 }).invoke('Hi'), {
  status: 400,
  code: 'unsupported_parameter',
  param: 'n',
})
await refused(
  'log probabilities',
  () => new ChatOpenAI({ ...at, model: 'write', logprobs: true }).invoke('Hi'),
  { status: 400, code: 'unsupported_parameter', param: 'logprobs' },
)
await refused(
  'an unknown parameter',
  () => new ChatOpenAI({ ...at, model: 'write', modelKwargs: { colour: 'red' } }).invoke('Hi'),
  { status: 400, code: 'unknown_parameter', param: 'colour' },
)
await refused('an unknown model', () => new ChatOpenAI({ ...at, model: 'gpt-9' }).invoke('Hi'), {
  status: 404,
  code: 'model_not_found',
  param: 'model',
})
await refused(
  'a wrong key',
  () => new ChatOpenAI({ ...at, apiKey: 'infra_sk_wrong', model: 'write' }).invoke('Hi'),
  { status: 401, code: 'invalid_api_key' },
)
await refused(
  'a key that may not order',
  () => new ChatOpenAI({ ...at, apiKey: INFRA_READ_KEY, model: 'write' }).invoke('Hi'),
  { status: 403, code: 'scope_missing' },
)
await refused('a prompt that is too long', () => story.invoke('x'.repeat(500)), {
  status: 400,
  code: 'invalid_value',
  param: 'prompt',
})
await refused(
  'a price above the limit',
  () => chat.invoke('Hi', { options: { headers: { 'Infra-Max-Credits': '0' } } }),
  { status: 402, type: 'insufficient_quota', code: 'price_above_limit' },
)
await refused('embeddings', () => new OpenAIEmbeddings(at).embedQuery('Hi'), {
  status: 404,
  code: 'not_found',
})
await refused(
  'responses',
  () => new ChatOpenAI({ ...at, model: 'write', useResponsesApi: true }).invoke('Hi'),
  { status: 404, code: 'not_found' },
)
end()
