// Models, speech, transcriptions and pictures.
import assert from 'node:assert/strict'
import { createReadStream, readFileSync } from 'node:fs'
import { toFile } from 'openai'
import { all, client, refused } from './openai-client.mjs'
import { call, hasFields, hasHeaders, isPng, isWav } from './report.mjs'

// Models
await call(null, 'models', async () => {
  const { object, data } = await client.models.list()
  assert.equal(object, 'list')
  assert.ok(data.length > 5)
  for (const model of data) hasFields(model, 'id object created owned_by infra')
  hasFields(data[0].infra, 'version price endpoints nodesOnline aboutSeconds')
})
await call(null, 'a model', async () => {
  const model = await client.models.retrieve('speak')
  hasFields(model, 'id object created owned_by infra')
  assert.deepEqual([model.id, model.object, model.owned_by], ['speak', 'model', 'infra'])
})

// Speech
const SPOKEN = 'The quick brown fox jumps over the lazy dog.'
const speech = { model: 'speak', voice: 'af_heart', input: SPOKEN }
let wav
await call('speak', 'speech as WAV', async () => {
  const { data, response } = await client.audio.speech
    .create({ ...speech, response_format: 'wav' })
    .withResponse()
  hasHeaders(Object.fromEntries(response.headers), 'speak')
  assert.equal(response.headers.get('content-type'), 'audio/wav')
  wav = Buffer.from(await data.arrayBuffer())
  isWav(wav)
})
await call(
  'speak',
  'speech as MP3, which is WAV',
  async () => {
    const answer = await client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'Hello.',
      speed: 1.25,
    })
    assert.equal(answer.headers.get('infra-ignored'), null)
    const mp3 = await client.audio.speech.create({ ...speech, input: 'Hello.', response_format: 'mp3' })
    assert.equal(mp3.headers.get('infra-ignored'), 'response_format')
    isWav(await mp3.arrayBuffer())
  },
  { calls: 2 },
)
await call('speak', 'speech as PCM', async () => {
  const answer = await client.audio.speech.create({ ...speech, input: 'Hello.', response_format: 'pcm' })
  assert.match(answer.headers.get('content-type'), /^audio\/pcm;rate=\d+;channels=1;bits=16$/)
  assert.ok((await answer.arrayBuffer()).byteLength > 1_000)
})
await call('speak', 'speech as events', async () => {
  const answer = await client.audio.speech.create({ ...speech, input: 'Hello.', stream_format: 'sse' })
  const events = (await answer.text()).match(/data: .*/g).map((line) => JSON.parse(line.slice(6)))
  assert.deepEqual(events.at(-1), { type: 'speech.audio.done' })
  for (const event of events.slice(0, -1)) hasFields(event, 'type audio')
  isWav(Buffer.from(events[0].audio, 'base64'))
})

// Transcription
const file = () => toFile(wav, 'speech.wav', { type: 'audio/wav' })
const transcribe = async (more) =>
  client.audio.transcriptions.create({ model: 'transcribe', file: await file(), ...more })
const isUsage = (usage) => {
  hasFields(usage, 'type seconds')
  assert.equal(usage.type, 'duration')
  assert.ok(usage.seconds > 0)
}
await call('transcribe', 'transcription', async () => {
  const answer = await transcribe()
  hasFields(answer, 'text usage')
  assert.ok(answer.text.length > 5)
  isUsage(answer.usage)
})
await call('transcribe', 'transcription as verbose JSON', async () => {
  const answer = await transcribe({ response_format: 'verbose_json', timestamp_granularities: ['segment'] })
  hasFields(answer, 'task language duration segments text usage')
  assert.ok(answer.duration > 0)
  isUsage(answer.usage)
  assert.ok(answer.segments.length > 0)
  for (const segment of answer.segments) {
    hasFields(
      segment,
      'id seek start end text tokens temperature avg_logprob compression_ratio no_speech_prob',
    )
    const { text, tokens, ...figures } = segment
    assert.ok(text.length > 0 && Array.isArray(tokens))
    for (const [name, figure] of Object.entries(figures)) assert.equal(typeof figure, 'number', name)
  }
})
await call('transcribe', 'transcription as text', async () =>
  assert.match(await transcribe({ response_format: 'text' }), /\w.*\n$/s),
)
await call('transcribe', 'transcription as SRT', async () =>
  assert.match(await transcribe({ response_format: 'srt' }), /^1\n00:00:\d\d,\d{3} --> 00:00:\d\d,\d{3}\n./),
)
await call('transcribe', 'transcription as VTT', async () =>
  assert.match(
    await transcribe({ response_format: 'vtt' }),
    /^WEBVTT\n\n00:00:\d\d\.\d{3} --> 00:00:\d\d\.\d{3}\n./,
  ),
)
await call('transcribe', 'transcription as a stream', async () => {
  const events = await all(await transcribe({ stream: true }))
  const done = events.at(-1)
  hasFields(done, 'type text usage')
  assert.equal(done.type, 'transcript.text.done')
  isUsage(done.usage)
  for (const event of events.slice(0, -1)) hasFields(event, 'type delta')
  assert.equal(
    events
      .slice(0, -1)
      .map(({ delta }) => delta)
      .join(''),
    done.text,
  )
})
await call('transcribe', 'transcription with what has no effect', async () => {
  const asked = client.audio.transcriptions.create({
    model: 'whisper-1',
    file: await file(),
    language: 'en',
    prompt: 'A fox.',
    temperature: 0,
  })
  const { data, response } = await asked.withResponse()
  hasHeaders(Object.fromEntries(response.headers), 'transcribe')
  assert.deepEqual(response.headers.get('infra-ignored').split(', ').sort(), [
    'language',
    'prompt',
    'temperature',
  ])
  assert.ok(data.text)
})
if (wav)
  await refused(
    'words of a transcription',
    () => transcribe({ response_format: 'verbose_json', timestamp_granularities: ['word', 'segment'] }),
    {
      status: 400,
      type: 'invalid_request_error',
      code: 'unsupported_parameter',
      param: 'timestamp_granularities.0',
    },
  )

// Edits
const photo = () => createReadStream('photo.png')
await call('erase-fill', 'an edit with a mask', async () => {
  const edit = client.images.edit({
    model: 'erase-fill',
    image: photo(),
    mask: createReadStream('mask.png'),
    prompt: 'nothing',
  })
  const { data: answer, response } = await edit.withResponse()
  hasHeaders(Object.fromEntries(response.headers), 'erase-fill')
  hasFields(answer, 'created data output_format')
  assert.ok(answer.created > 1_700_000_000)
  hasFields(answer.data[0], 'b64_json')
  assert.equal(answer.output_format, 'png')
  isPng(Buffer.from(answer.data[0].b64_json, 'base64'))
})
await call('erase-fill', 'an edit of what is transparent, as an address', async () => {
  const mask = await toFile(readFileSync('mask.png'), 'mask.png', { type: 'image/png' })
  const answer = await client.images.edit({
    model: 'gpt-image-1',
    image: [mask],
    prompt: 'nothing',
    size: 'auto',
    n: 1,
    response_format: 'url',
  })
  hasFields(answer.data[0], 'url')
  const picture = await fetch(answer.data[0].url)
  isPng(Buffer.from(await picture.arrayBuffer()))
})
await refused(
  'an edit of several pictures',
  () => client.images.edit({ model: 'erase-fill', image: [photo(), photo()], prompt: '-' }),
  { status: 400, type: 'invalid_request_error', code: 'invalid_value', param: 'image' },
)

// Pictures
const fox = { model: 'imagine', prompt: 'a fox', size: '512x512', quality: 'low' }
await call('imagine', 'a picture', async () => {
  const { data: answer, response } = await client.images.generate(fox).withResponse()
  hasHeaders(Object.fromEntries(response.headers), 'imagine')
  hasFields(answer, 'created data output_format')
  isPng(Buffer.from(answer.data[0].b64_json, 'base64'))
})
await call('imagine', 'a picture as an address', async () => {
  const answer = await client.images.generate({ ...fox, model: 'dall-e-2', n: 1, response_format: 'url' })
  hasFields(answer.data[0], 'url')
})
await call('imagine', 'a picture as a stream', async () => {
  const events = await all(await client.images.generate({ ...fox, stream: true, partial_images: 1 }))
  assert.deepEqual(
    events.map(({ type }) => type),
    ['image_generation.partial_image', 'image_generation.completed'],
  )
  hasFields(events[0], 'type b64_json partial_image_index output_format')
  assert.deepEqual([events[0].partial_image_index, events[0].output_format], [0, 'webp'])
  hasFields(events[1], 'type b64_json output_format created_at')
  isPng(Buffer.from(events[1].b64_json, 'base64'))
})
await refused('two pictures at once', () => client.images.generate({ ...fox, n: 2 }), {
  status: 400,
  type: 'invalid_request_error',
  code: 'unsupported_parameter',
  param: 'n',
})
