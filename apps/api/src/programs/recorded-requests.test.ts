import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { startProgram } from '../test/programs/start-program.ts'

const { api, client, key, alice, run } = await startProgram()

test('refuses what isn’t supported, naming the parameter or an alternative', async () => {
  const chat = {
    model: 'write',
    messages: [{ role: 'user', content: 'Hi' }],
  } satisfies OpenAI.ChatCompletionCreateParams
  const refused: [() => Promise<unknown>, object][] = [
    [
      () =>
        client.chat.completions.create({ ...chat, tools: [{ type: 'function', function: { name: 'f' } }] }),
      { param: 'tools', code: 'unsupported_parameter' },
    ],
    [
      () => client.chat.completions.create({ ...chat, response_format: { type: 'json_object' } }),
      { code: 'unsupported_parameter' },
    ],
    [
      () => client.chat.completions.create({ ...chat, colour: 'red' } as never),
      { param: 'colour', code: 'unknown_parameter' },
    ],
    [
      () => client.chat.completions.create({ ...chat, max_tokens: 5 }),
      { param: 'max_tokens', code: 'invalid_value' },
    ],
    [
      () =>
        client.chat.completions.create({
          ...chat,
          messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }],
        }),
      { param: 'messages.0.content.0.type', code: 'unsupported_parameter' },
    ],
    [
      () => client.completions.create({ model: 'story-teller', prompt: ['One', 'Two'] }),
      { param: 'prompt', code: 'invalid_value', message: expect.stringContaining('must be one text') },
    ],
    [
      () => client.audio.speech.create({ model: 'speak', voice: 'verse', input: 'Hi' }),
      { param: 'voice', code: 'invalid_value' },
    ],
    [
      () => client.chat.completions.create({ ...chat, model: 'speak' }),
      { status: 404, code: 'model_not_found', message: expect.stringContaining('/v1/audio/speech') },
    ],
    [
      () => client.embeddings.create({ model: 'e', input: 'x' }),
      { status: 404, code: 'not_found', message: expect.stringContaining('no embeddings') },
    ],
    [
      () => client.responses.create({ model: 'write', input: 'x' }),
      { status: 404, message: expect.stringContaining('/v1/chat/completions') },
    ],
    [
      () => client.chat.completions.create({ ...chat, user: 'me' }, { headers: { 'Infra-Strict': '1' } }),
      { param: 'user', code: 'unsupported_parameter' },
    ],
    [
      () => client.chat.completions.create(chat, { headers: { 'Infra-Max-Credits': '1' } }),
      { status: 402, code: 'price_above_limit', type: 'insufficient_quota' },
    ],
    [
      () => new OpenAI({ apiKey: 'infra_sk_wrong', baseURL: `${api.origin}/v1` }).models.list(),
      { status: 401, code: 'invalid_api_key' },
    ],
  ]
  for (const [call, expected] of refused)
    await expect(call()).rejects.toMatchObject({ status: 400, ...expected })
  const readOnly = await makeTestKey(api, alice, { scopes: ['read'] })
  await expect(
    new OpenAI({ apiKey: readOnly.secret, baseURL: `${api.origin}/v1` }).completions.create({
      model: 'story-teller',
      prompt: 'x',
    }),
  ).rejects.toMatchObject({ status: 403, code: 'scope_missing' })
})

/** As these clients send them, beside what `openai` for JavaScript sends in the other tests. */
const recorded: [string, string, object][] = [
  [
    'speech by the AI SDK',
    '/audio/speech',
    { model: 'speak', input: 'Hi', voice: 'af_heart', response_format: 'mp3' },
  ],
  [
    'a picture by the AI SDK',
    '/images/generations',
    { model: 'imagine', prompt: 'a fox', n: 1, size: '512x512', response_format: 'b64_json' },
  ],
  [
    'a picture by LangChain',
    '/images/generations',
    {
      ...{ model: 'imagine', prompt: 'a fox', n: 1, size: '1024x1024', response_format: 'url' },
      ...{ style: 'vivid', quality: 'standard' },
    },
  ],
  [
    'chat by the AI SDK',
    '/chat/completions',
    {
      ...{ model: 'write', max_tokens: 64, stream: true, stream_options: { include_usage: true } },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    },
  ],
  [
    'chat by LangChain',
    '/chat/completions',
    { model: 'write', stream: false, max_tokens: 64, messages: [{ role: 'user', content: 'Hi' }] },
  ],
  [
    'a completion by the AI SDK',
    '/completions',
    { model: 'story-teller', prompt: 'user:\nOnce\n\nassistant:\n', stop: ['\nuser:'] },
  ],
  [
    'a completion by LangChain',
    '/completions',
    {
      ...{ model: 'story-teller', temperature: 0, max_tokens: 32, top_p: 1, n: 1, stream: false },
      ...{ frequency_penalty: 0, presence_penalty: 0, prompt: ['Once'] },
    },
  ],
]

const authorization = `Bearer ${key.secret}`

test.for(recorded)('serves %s as it was recorded', async ([_, path, body]) => {
  const sent = fetch(`${api.origin}/v1${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await run(sent)
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 100]).toEqual([200, true])
})

test('serves a transcription as Python sends it: its fields first, the file last, of no certain type', async () => {
  const order = { model: 'speak', voice: 'fast', input: 'Hello' }
  const wav = new Uint8Array(await (await run(client.audio.speech.create(order))).arrayBuffer())
  const form = new FormData()
  form.set('model', 'whisper-1')
  form.set('language', 'en')
  form.set('response_format', 'verbose_json')
  form.append('timestamp_granularities[]', 'segment')
  form.set('file', new File([wav], 'speech.wav', { type: 'application/octet-stream' }))
  const headers = { authorization, 'x-stainless-async': 'false', 'x-stainless-read-timeout': '600' }
  const answer = await run(
    fetch(`${api.origin}/v1/audio/transcriptions`, { method: 'POST', headers, body: form }),
  )
  expect(await answer.json()).toMatchObject({ task: 'transcribe', segments: [{ id: 0 }] })
})
