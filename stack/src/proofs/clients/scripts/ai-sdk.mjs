// What users of the AI SDK write, with `@ai-sdk/openai-compatible` and with `@ai-sdk/openai`. As openai-javascript.mjs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  generateImage,
  generateSpeech,
  generateText,
  jsonSchema,
  Output,
  streamText,
  tool,
  transcribe,
} from 'ai'
import { call, end, errorOf, hasHeaders, isPng, isRefusal, isWav } from './report.mjs'

const { INFRA_URL, INFRA_KEY, INFRA_READ_KEY } = process.env
const at = { name: 'infra', baseURL: `${INFRA_URL}/v1`, apiKey: INFRA_KEY }
const infra = createOpenAICompatible({ ...at, includeUsage: true })
const openai = createOpenAI(at)
globalThis.AI_SDK_LOG_WARNINGS = false

/** Refused for this reason, with all that OpenAI's errors have. */
const refused = (name, work, { status, ...expected }) =>
  call(null, name, async () => {
    const error = await errorOf(work)
    assert.ok(APICallError.isInstance(error), String(error))
    assert.equal(error.statusCode, status)
    isRefusal(JSON.parse(error.responseBody).error, error.message, expected)
    assert.equal(error.responseHeaders['x-should-retry'], 'false')
    assert.equal(error.isRetryable, false)
  })

const isPicture = ({ uint8Array, mediaType }) => {
  isPng(uint8Array)
  assert.equal(mediaType, 'image/png')
}

/** Of a job that is left. */
const noneFinished = { finished: 0, left: 1 }
const chatModels = { 'openai-compatible': infra('write'), openai: openai.chat('write') }
const completionModels = {
  'openai-compatible': infra.completionModel('story-teller'),
  openai: openai.completion('story-teller'),
}
const brief = { instructions: 'Be brief.', prompt: 'Hi', maxOutputTokens: 64 }
const tale = { prompt: 'Once upon a time', maxOutputTokens: 32, temperature: 0, seed: 7 }

function isAnswer({ text, finishReason, response, warnings }, app, prefix) {
  assert.ok(text.length > 2)
  assert.equal(finishReason, 'stop')
  // The AI SDK itself says so of every completion.
  assert.deepEqual(
    (warnings ?? []).filter(({ feature }) => feature !== 'toolChoice'),
    [],
  )
  assert.match(response.id, new RegExp(`^${prefix}-[0-9a-f-]{36}$`))
  assert.equal(response.modelId, app)
  assert.ok(Math.abs(response.timestamp - Date.now()) < 600_000)
}

/** Reads a stream to its end, with what came beside the text. */
async function gathered(result) {
  const parts = []
  for await (const part of result.fullStream ?? result.stream) parts.push(part)
  const failed = parts.find(({ type }) => type === 'error')
  if (failed) throw failed.error
  const types = parts.map(({ type }) => type)
  for (const type of ['start', 'start-step', 'text-start', 'text-delta', 'text-end', 'finish-step', 'finish'])
    assert.ok(types.includes(type), `no ${type} among ${types}`)
  return {
    text: await result.text,
    finishReason: await result.finishReason,
    response: await result.response,
    warnings: await result.warnings,
  }
}

for (const [provider, model] of Object.entries(chatModels)) {
  await call('write', `chat (${provider})`, async () => {
    const answer = await generateText({ model, ...brief })
    isAnswer(answer, 'write', 'chatcmpl')
    hasHeaders(answer.response.headers, 'write')
  })
  await call('write', `chat as a stream (${provider})`, async () =>
    isAnswer(await gathered(streamText({ model, ...brief })), 'write', 'chatcmpl'),
  )
  await call(
    'write',
    `chat that goes on (${provider})`,
    async () => {
      const asked = { role: 'user', content: 'Hi' }
      const first = await generateText({ model, messages: [asked] })
      isAnswer(first, 'write', 'chatcmpl')
      const messages = [
        asked,
        ...first.response.messages,
        { role: 'user', content: [{ type: 'text', text: 'And?' }] },
      ]
      isAnswer(
        await generateText({
          model,
          messages,
          temperature: 0.5,
          topP: 1,
          seed: 3,
          stopSequences: ['\n\n\n'],
        }),
        'write',
        'chatcmpl',
      )
    },
    { calls: 2 },
  )
  await call('write', `chat as a stream of text (${provider})`, async () => {
    let text = ''
    for await (const part of streamText({ model, ...brief, seed: 7, presencePenalty: 0, frequencyPenalty: 0 })
      .textStream)
      text += part
    assert.ok(text.length > 2)
  })
  const weather = tool({
    description: 'The weather',
    inputSchema: jsonSchema({ type: 'object', properties: {} }),
  })
  await refused(
    `chat with tools (${provider})`,
    () => generateText({ model, ...brief, tools: { weather } }),
    { status: 400, code: 'unsupported_parameter', param: 'tools' },
  )
  const json = jsonSchema({
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  })
  await refused(
    `chat as an object (${provider})`,
    () => generateText({ model, ...brief, output: Output.object({ schema: json }) }),
    { status: 400, code: 'unsupported_parameter', param: 'response_format.type' },
  )
  await refused(
    `chat with a picture (${provider})`,
    () =>
      generateText({
        model,
        messages: [
          {
            role: 'user',
            content: [{ type: 'file', data: readFileSync('photo.png'), mediaType: 'image/png' }],
          },
        ],
      }),
    { status: 400, code: 'unsupported_parameter', param: 'messages.0.content.0.type' },
  )
}

for (const [provider, model] of Object.entries(completionModels)) {
  await call('story-teller', `completion (${provider})`, async () => {
    const answer = await generateText({ model, ...tale })
    isAnswer(answer, 'story-teller', 'cmpl')
    hasHeaders(answer.response.headers, 'story-teller')
  })
  await call('story-teller', `completion without options (${provider})`, async () =>
    isAnswer(await generateText({ model, prompt: 'Once' }), 'story-teller', 'cmpl'),
  )
  await call('story-teller', `completion as a stream (${provider})`, async () =>
    isAnswer(await gathered(streamText({ model, ...tale })), 'story-teller', 'cmpl'),
  )
  await refused(
    `a completion that is too long (${provider})`,
    () => generateText({ model, ...tale, prompt: 'x'.repeat(500) }),
    { status: 400, code: 'invalid_value', param: 'prompt' },
  )
}

// Speech and transcription
const SPOKEN = 'The quick brown fox jumps over the lazy dog.'
let sound
await call('speak', 'speech, which is WAV', async () => {
  const {
    audio,
    response: _,
    responses,
  } = await generateSpeech({ model: openai.speech('speak'), text: SPOKEN, voice: 'af_heart' })
  hasHeaders(responses[0].headers, 'speak')
  assert.equal(responses[0].headers['infra-ignored'], 'response_format')
  assert.deepEqual([audio.mediaType, audio.format], ['audio/wav', 'wav'])
  sound = audio.uint8Array
  isWav(sound)
})
await call('speak', 'speech without a voice, by the name of OpenAI’s model', async () => {
  const { audio } = await generateSpeech({
    model: openai.speech('tts-1'),
    text: 'Hello.',
    outputFormat: 'wav',
    speed: 1.25,
  })
  isWav(audio.uint8Array)
})
await call('transcribe', 'transcription', async () => {
  const answer = await transcribe({ model: openai.transcription('transcribe'), audio: sound })
  assert.ok(answer.text.length > 5)
  hasHeaders(answer.responses[0].headers, 'transcribe')
})
await call('transcribe', 'transcription with segments', async () => {
  const answer = await transcribe({ model: openai.transcription('whisper-1'), audio: sound })
  assert.ok(answer.text.length > 5)
  assert.ok(answer.durationInSeconds > 0)
  assert.ok(answer.segments.length > 0)
  for (const { text, startSecond, endSecond } of answer.segments) assert.ok(text && endSecond > startSecond)
})
if (sound)
  await refused(
    'transcription with words',
    () =>
      transcribe({
        model: openai.transcription('whisper-1'),
        audio: sound,
        providerOptions: { openai: { timestampGranularities: ['word'] } },
      }),
    { status: 400, code: 'unsupported_parameter', param: 'timestamp_granularities.0' },
  )

// Pictures
const fox = { prompt: 'a fox', size: '512x512' }
const images = { 'openai-compatible': (id) => infra.imageModel(id), openai: (id) => openai.image(id) }
for (const [provider, model] of Object.entries(images)) {
  await call('imagine', `a picture (${provider})`, async () => {
    const { image, responses, warnings } = await generateImage({ model: model('imagine'), ...fox })
    hasHeaders(responses[0].headers, 'imagine')
    assert.deepEqual(warnings, [])
    isPicture(image)
  })
  await call('erase-fill', `an edit with a mask (${provider})`, async () => {
    const prompt = { text: 'nothing', images: [readFileSync('photo.png')], mask: readFileSync('mask.png') }
    const { image, responses } = await generateImage({ model: model('erase-fill'), prompt })
    hasHeaders(responses[0].headers, 'erase-fill')
    isPicture(image)
  })
}
await call(
  'imagine',
  'two pictures in two calls',
  async () => {
    const quality = { openai: { quality: 'low' } }
    const { images } = await generateImage({
      model: openai.image('imagine'),
      ...fox,
      n: 2,
      maxImagesPerCall: 1,
      providerOptions: quality,
    })
    assert.equal(images.length, 2)
    for (const image of images) isPicture(image)
  },
  { calls: 2 },
)
await refused(
  'two pictures in one call',
  () => generateImage({ model: infra.imageModel('imagine'), ...fox, n: 2 }),
  { status: 400, code: 'unsupported_parameter', param: 'n' },
)
const pair = { text: '-', images: [readFileSync('photo.png'), readFileSync('photo.png')] }
await refused(
  'an edit of two pictures',
  () => generateImage({ model: infra.imageModel('erase-fill'), prompt: pair }),
  { status: 400, code: 'invalid_value', param: 'image' },
)

// Repeats, limits and leaving
const story = completionModels['openai-compatible']
await call(
  'story-teller',
  'the same twice by an idempotency key',
  async () => {
    const once = { ...tale, model: story, headers: { 'Idempotency-Key': crypto.randomUUID() } }
    const [first, second] = [await generateText(once), await generateText(once)]
    assert.equal(second.response.headers['infra-job'], first.response.headers['infra-job'])
    assert.equal(second.response.headers['idempotency-replayed'], 'true')
    assert.equal(second.text, first.text)
  },
  { calls: 2, finished: 1 },
)
const long = { model: story, prompt: 'It took a long time', maxOutputTokens: 256, maxRetries: 0 }
await call(
  'story-teller',
  'a stream that is left',
  async () => {
    const leave = new AbortController()
    const types = []
    for await (const { type } of streamText({ ...long, abortSignal: leave.signal }).fullStream) {
      types.push(type)
      if (type === 'text-delta') leave.abort()
    }
    assert.ok(types.includes('abort'), String(types))
  },
  noneFinished,
)
await call(
  'story-teller',
  'a call that is left',
  async () => {
    await assert.rejects(generateText({ ...long, seed: 8, abortSignal: AbortSignal.timeout(400) }), {
      name: 'TimeoutError',
    })
  },
  noneFinished,
)
await call(
  'story-teller',
  'a job that is not done in time',
  async () => {
    const error = await errorOf(() => generateText({ ...long, seed: 9, headers: { 'Cancel-After': '1s' } }))
    assert.deepEqual([error.statusCode, error.data.error.code], [502, 'expired'])
  },
  noneFinished,
)

// Errors
const by = (apiKey) => createOpenAICompatible({ ...at, apiKey })
const wrong = { status: 401, code: 'invalid_api_key' }
await refused('a wrong key', () => generateText({ model: by('infra_sk_wrong')('write'), ...brief }), wrong)
await refused(
  'a key that may not order',
  () => generateText({ model: by(INFRA_READ_KEY)('write'), ...brief }),
  { status: 403, code: 'scope_missing' },
)
await refused('an unknown model', () => generateText({ model: infra('gpt-9'), ...brief }), {
  status: 404,
  code: 'model_not_found',
  param: 'model',
})
await refused(
  'an unknown parameter',
  () => generateText({ model: infra('write'), ...brief, providerOptions: { infra: { colour: 'red' } } }),
  { status: 400, code: 'unknown_parameter', param: 'colour' },
)
await refused(
  'a price above the limit',
  () => generateText({ model: story, ...tale, headers: { 'Infra-Max-Credits': '0' } }),
  { status: 402, type: 'insufficient_quota', code: 'price_above_limit' },
)
await refused('responses, which openai() calls', () => generateText({ model: openai('write'), ...brief }), {
  status: 404,
  code: 'not_found',
})
end()
