// Chat, completions, repeats, leaving, and errors.
import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { all, client, refused } from './openai-client.mjs'
import { call, errorOf, hasFields, hasHeaders } from './report.mjs'

// Chat
const chat = {
  model: 'write',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
  ],
  max_completion_tokens: 64,
  temperature: 0.7,
  seed: 7,
}
const CHUNK = 'id object created model choices'
function isChoice(choice, part) {
  hasFields(choice, `index ${part} finish_reason logprobs`)
  assert.equal(choice.index, 0)
}
function isText({ id, object, created, model }, prefix, kind, app) {
  assert.match(id, new RegExp(`^${prefix}-[0-9a-f-]{36}$`))
  assert.ok(created > 1_700_000_000)
  assert.deepEqual([object, model], [kind, app])
}
function isChat(answer) {
  hasFields(answer, CHUNK)
  isText(answer, 'chatcmpl', 'chat.completion', 'write')
  isChoice(answer.choices[0], 'message')
  hasFields(answer.choices[0].message, 'role content refusal')
  assert.equal(answer.choices[0].finish_reason, 'stop')
  assert.equal(answer.choices[0].message.role, 'assistant')
  assert.ok(answer.choices[0].message.content.length > 2)
}
await call('write', 'chat', async () => {
  const { data, response } = await client.chat.completions.create(chat).withResponse()
  hasHeaders(Object.fromEntries(response.headers), 'write')
  isChat(data)
})
await call(
  'write',
  'chat that goes on with the answer as it came',
  async () => {
    const first = await client.chat.completions.create(chat)
    isChat(first)
    const messages = [
      ...chat.messages,
      first.choices[0].message,
      { role: 'user', content: [{ type: 'text', text: 'And?' }] },
    ]
    isChat(
      await client.chat.completions.create({
        ...chat,
        messages,
        n: 1,
        presence_penalty: 0,
        logprobs: false,
        tools: [],
        stop: null,
      }),
    )
  },
  { calls: 2 },
)
await call('write', 'chat as a stream', async () => {
  const chunks = await all(await client.chat.completions.create({ ...chat, stream: true }))
  for (const chunk of chunks) {
    hasFields(chunk, CHUNK)
    isText(chunk, 'chatcmpl', 'chat.completion.chunk', 'write')
    isChoice(chunk.choices[0], 'delta')
  }
  assert.deepEqual(chunks[0].choices[0].delta, { role: 'assistant', content: '' })
  assert.deepEqual(chunks.at(-1).choices[0].delta, {})
  assert.deepEqual(
    chunks.map(({ choices }) => choices[0].finish_reason),
    [...chunks.slice(1).map(() => null), 'stop'],
  )
  assert.ok(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('').length > 2)
})
await call('write', 'chat as a stream with its usage', async () => {
  const chunks = await all(
    await client.chat.completions.create({ ...chat, stream: true, stream_options: { include_usage: true } }),
  )
  const last = chunks.at(-1)
  hasFields(last, `${CHUNK} usage infra`)
  hasFields(last.infra, 'job credits receipt')
  assert.deepEqual([last.choices, last.usage], [[], null])
  assert.ok(last.infra.credits > 0 && last.infra.receipt && last.infra.job)
})
await call('write', 'chat by the helper that gathers a stream', async () => {
  const stream = client.chat.completions.stream(chat)
  const text = await stream.finalContent()
  assert.ok(text.length > 2)
})
await refused(
  'chat with tools',
  () => client.chat.completions.create({ ...chat, tools: [{ type: 'function', function: { name: 'f' } }] }),
  { status: 400, type: 'invalid_request_error', code: 'unsupported_parameter', param: 'tools' },
)
await refused(
  'chat in JSON',
  () => client.chat.completions.create({ ...chat, response_format: { type: 'json_object' } }),
  {
    status: 400,
    type: 'invalid_request_error',
    code: 'unsupported_parameter',
    param: 'response_format.type',
  },
)

// Completions
const story = { model: 'story-teller', prompt: 'Once upon a time', max_tokens: 32, temperature: 0, seed: 7 }
function isStory(answer, names = CHUNK) {
  hasFields(answer, names)
  isText(answer, 'cmpl', 'text_completion', 'story-teller')
  isChoice(answer.choices[0], 'text')
}
await call('story-teller', 'completion', async () => {
  const { data, response } = await client.completions.create(story).withResponse()
  hasHeaders(Object.fromEntries(response.headers), 'story-teller')
  isStory(data)
  assert.equal(data.choices[0].finish_reason, 'stop')
  assert.ok(data.choices[0].text.length > 5)
})
await call('story-teller', 'completion with its beginning', async () => {
  const answer = await client.completions.create({ ...story, echo: true, stop: ['\n\n\n'], user: 'me' })
  assert.ok(answer.choices[0].text.startsWith('Once upon a time'))
})
await call('story-teller', 'completion as a stream', async () => {
  const chunks = await all(await client.completions.create({ ...story, stream: true }))
  for (const chunk of chunks) isStory(chunk)
  assert.equal(chunks.at(-1).choices[0].finish_reason, 'stop')
  assert.ok(chunks.map(({ choices }) => choices[0].text).join('').length > 5)
})
await call('story-teller', 'completion as a stream with its usage', async () => {
  const chunks = await all(
    await client.completions.create({ ...story, stream: true, stream_options: { include_usage: true } }),
  )
  hasFields(chunks.at(-1), `${CHUNK} usage infra`)
})

// Any app
await call('story-teller', 'an app by its own fields', async () => {
  const job = await client.post('/apps/story-teller', { body: { prompt: 'Once', length: 20 } })
  assert.equal(job.status, 'finished')
})

// Repeats, limits and leaving
await call(
  'story-teller',
  'the same twice by an idempotency key',
  async () => {
    const once = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
    const first = await client.completions.create(story, once).withResponse()
    const second = await client.completions.create(story, once).withResponse()
    assert.equal(second.response.headers.get('infra-job'), first.response.headers.get('infra-job'))
    assert.equal(second.response.headers.get('idempotency-replayed'), 'true')
    assert.equal(second.data.choices[0].text, first.data.choices[0].text)
  },
  { calls: 2, finished: 1 },
)
const long = { ...story, prompt: 'It took a long time', max_tokens: 256 }
await call(
  'story-teller',
  'a stream that is left',
  async () => {
    const stream = await client.completions.create({ ...long, stream: true })
    for await (const chunk of stream) if (chunk.choices[0].text) break
    assert.ok(stream.controller.signal.aborted)
  },
  { finished: 0, left: 1 },
)
await call(
  'story-teller',
  'a call that is left',
  async () => {
    const answer = client.completions.create(
      { ...long, seed: 8 },
      { signal: AbortSignal.timeout(400), maxRetries: 0 },
    )
    await assert.rejects(answer, OpenAI.APIUserAbortError)
  },
  { finished: 0, left: 1 },
)
await call(
  'story-teller',
  'a job that is not done in time',
  async () => {
    const answer = client.completions.create({ ...long, seed: 9 }, { headers: { 'Cancel-After': '1s' } })
    const error = await errorOf(() => answer)
    assert.deepEqual([error.status, error.type, error.code], [502, 'server_error', 'expired'])
  },
  { finished: 0, left: 1 },
)

// Errors
await refused('a wrong key', () => client.withOptions({ apiKey: 'infra_sk_wrong' }).models.list(), {
  status: 401,
  type: 'invalid_request_error',
  code: 'invalid_api_key',
})
await refused(
  'a key that may not order',
  () => client.withOptions({ apiKey: process.env.INFRA_READ_KEY }).completions.create(story),
  { status: 403, type: 'invalid_request_error', code: 'scope_missing' },
)
await refused('an unknown model', () => client.chat.completions.create({ ...chat, model: 'gpt-9' }), {
  status: 404,
  type: 'invalid_request_error',
  code: 'model_not_found',
  param: 'model',
})
await refused('an unknown parameter', () => client.chat.completions.create({ ...chat, colour: 'red' }), {
  status: 400,
  type: 'invalid_request_error',
  code: 'unknown_parameter',
  param: 'colour',
})
await refused(
  'a prompt that is too long',
  () => client.completions.create({ ...story, prompt: 'x'.repeat(500) }),
  { status: 400, type: 'invalid_request_error', code: 'invalid_value', param: 'prompt' },
)
await refused(
  'a price above the limit',
  () => client.completions.create(story, { headers: { 'Infra-Max-Credits': '0' } }),
  { status: 402, type: 'insufficient_quota', code: 'price_above_limit' },
)
await refused('embeddings', () => client.embeddings.create({ model: 'e', input: 'x' }), {
  status: 404,
  type: 'invalid_request_error',
  code: 'not_found',
})
await refused('responses', () => client.responses.create({ model: 'write', input: 'x' }), {
  status: 404,
  type: 'invalid_request_error',
  code: 'not_found',
})
