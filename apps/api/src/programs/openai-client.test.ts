import { getInputFile, leaseOf } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import type OpenAI from 'openai'
import { toFile } from 'openai'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { cancelAll } from '../test/echo.ts'
import { startProgram } from '../test/programs/start-program.ts'

const { api, client, key, alice, node, run } = await startProgram()

beforeEach(() => cancelAll(api.deps))

test('lists every published app as a model, and finds a model by its name', async () => {
  const models = await client.models.list()
  expect(models.data.map(({ id }) => id)).toEqual(expect.arrayContaining(['speak', 'transcribe', 'imagine']))
  expect(models.data.map(({ id }) => id)).not.toContain('echo')
  expect(await client.models.retrieve('speak')).toMatchObject({
    id: 'speak',
    owned_by: 'infra',
    infra: { version: 1, endpoints: ['/v1/audio/speech', '/v1/apps/speak'], nodesOnline: expect.any(Number) },
  })
  await expect(client.models.retrieve('gpt-9')).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
  })
})

test('speech: returns the sound with its cost, node and receipt in headers', async () => {
  const before = await alice.call(getCredits)
  const { data, response } = await run(
    client.audio.speech.create({ model: 'speak', voice: 'af_heart', input: 'Hello' }).withResponse(),
  )
  const bytes = Buffer.from(await data.arrayBuffer())
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  const after = await alice.call(getCredits)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'infra-app': 'speak@1',
    'infra-cost': String(before.available - after.available),
    'infra-balance': String(after.available),
    'infra-job': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'infra-key-left': expect.stringMatching(/^day=\d+$/),
    'infra-node': node.id.toLowerCase(),
    'ratelimit-policy': `"orders";q=1200;w=60,"open";q=${key.registered.openMax};qu="concurrent-requests"`,
    ratelimit: expect.stringMatching(/^"orders";r=11[89]\d;t=([1-9]|[1-5]\d|60)$/),
  })
  const receipt = JSON.parse(Buffer.from(response.headers.get('infra-receipt')!, 'base64url').toString())
  expect(receipt.claims).toMatchObject({ node: expect.any(String) })
})

test('cancels and refunds a job that isn’t done within Cancel-After, and the client doesn’t retry it', async () => {
  const before = await alice.call(getCredits)
  const speak = (cancelAfter: string) =>
    client.audio.speech.create(
      { model: 'speak', voice: 'af_heart', input: 'Soon' },
      { headers: { 'cancel-after': cancelAfter } },
    )
  await expect(speak('1s')).rejects.toMatchObject({
    status: 502,
    code: 'expired',
    message: expect.stringContaining('not done in time'),
  })
  expect(await alice.call(getCredits)).toEqual(before)
  await expect(speak('soon')).rejects.toMatchObject({ status: 400 })
})

test('speech: mp3 returns WAV and says so, PCM has no header, and events carry the same sound', async () => {
  const order = { model: 'tts-1', voice: 'alloy', input: 'Hello' } as const
  const { data, response } = await run(
    client.audio.speech.create({ ...order, response_format: 'mp3' }).withResponse(),
  )
  expect(response.headers.get('infra-ignored')).toBe('response_format')
  const wav = Buffer.from(await data.arrayBuffer())
  const pcm = await run(client.audio.speech.create({ ...order, response_format: 'pcm' }))
  expect((await pcm.arrayBuffer()).byteLength).toBe(wav.length - 44)
  expect(pcm.headers.get('content-type')).toMatch(/^audio\/pcm;rate=\d+;channels=1;bits=16$/)
  const events = await run(client.audio.speech.create({ ...order, stream_format: 'sse' }))
  const sent = (await events.text()).match(/data: .*/g)!.map((line) => JSON.parse(line.slice(6)))
  expect(sent.at(-1)).toEqual({ type: 'speech.audio.done' })
  const sound = Buffer.concat(sent.slice(0, -1).map(({ audio }) => Buffer.from(audio, 'base64')))
  expect([sound.length, sound.toString('latin1', 0, 4)]).toEqual([wav.length, 'RIFF'])
})

const spoken = async () => {
  const sound = await run(client.audio.speech.create({ model: 'speak', voice: 'fast', input: 'Hello' }))
  return toFile(Buffer.from(await sound.arrayBuffer()), 'speech.wav')
}

test('transcription: returns each format, and a stream', async () => {
  const ask = async <F extends OpenAI.AudioResponseFormat>(response_format: F) =>
    run(client.audio.transcriptions.create({ model: 'whisper-1', file: await spoken(), response_format }))
  const json = await ask('json')
  expect(json).toMatchObject({ text: expect.any(String), usage: { type: 'duration' } })
  expect(await ask('text')).toMatch(/\n$/)
  expect(await ask('srt')).toMatch(/^1\n00:00:/)
  expect(await ask('vtt')).toMatch(/^WEBVTT\n\n00:00:\d\d\.\d{3} --> /)
  expect(await ask('verbose_json')).toEqual({
    ...{ task: 'transcribe', language: null, duration: expect.any(Number), text: expect.any(String) },
    usage: { type: 'duration', seconds: 1 },
    segments: [
      {
        ...{ id: 0, seek: 0, start: 0, end: 0.1, text: expect.stringContaining('Nobody') },
        // The AI SDK refuses a segment without one of these figures.
        ...{ tokens: [], temperature: 0, avg_logprob: 0, no_speech_prob: 0 },
        compression_ratio: expect.closeTo(0.9, 0),
      },
    ],
  })
  const file = await spoken()
  const events = await run(client.audio.transcriptions.create({ model: 'transcribe', file, stream: true }))
  const all: unknown[] = []
  for await (const event of events) all.push(event)
  expect(all).toEqual([
    { type: 'transcript.text.delta', delta: expect.any(String) },
    { type: 'transcript.text.done', text: expect.any(String), usage: expect.anything() },
  ])
})

/** A picture whose first pixel has this alpha value. */
const photo = (alpha: number) => {
  const pixels = Buffer.alloc(64 * 48 * 4, 120).map((value, at) => (at % 4 === 3 ? 255 : value))
  pixels[3] = alpha
  return sharp(pixels, { raw: { width: 64, height: 48, channels: 4 } })
    .png()
    .toBuffer()
}

test('an image edit erases what is transparent in the mask and keeps the rest', async () => {
  const [image, mask] = [await photo(255), await photo(0)]
  const edit = client.images.edit({
    model: 'erase-fill',
    image: await toFile(image, 'photo.png', { type: 'image/png' }),
    mask: await toFile(mask, 'mask.png', { type: 'image/png' }),
    prompt: '-',
  })
  const { data } = await run(edit, async (job) => {
    const { params, headers } = leaseOf(job)
    const file = await node.call(getInputFile, { params: { ...params, field: 'mask' }, headers })
    const painted = await sharp(Buffer.from(await file.arrayBuffer()))
      .removeAlpha()
      .toColourspace('b-w')
      .raw()
      .toBuffer()
    expect([painted.length, painted[0], painted.subarray(1).every((value) => value === 0)]).toEqual([
      64 * 48,
      255,
      true,
    ])
  })
  const size = await sharp(Buffer.from(data![0]!.b64_json!, 'base64')).metadata()
  expect(size).toMatchObject({ width: 64, height: 48 })
  const { data: own } = await run(
    client.images.edit({
      image: await toFile(mask, 'a.png', { type: 'image/png' }),
      prompt: '-',
      response_format: 'url',
    }),
  )
  expect(own![0]!.url).toMatch(/^https?:\/\//)
  await expect(
    client.images.edit({ image: await toFile(image, 'a.png', { type: 'image/png' }), prompt: '-' }),
  ).rejects.toMatchObject({ status: 400, code: 'type_mismatch' })
})

test('pictures: uses the requested size and quality, also as a stream', async () => {
  const order = { model: 'imagine', prompt: 'a fox', size: '512x512', quality: 'low' } as const
  const { data } = await run(client.images.generate(order), (job) =>
    expect(job.input).toMatchObject({ prompt: 'a fox', size: '512x512', steps: 15 }),
  )
  expect((await sharp(Buffer.from(data![0]!.b64_json!, 'base64')).metadata()).format).toBe('png')
  const events = await run(client.images.generate({ ...order, stream: true, partial_images: 2 }))
  const types: string[] = []
  for await (const event of events) types.push(event.type)
  expect(types).toEqual(['image_generation.completed'])
  await expect(client.images.generate({ ...order, size: '256x256' })).rejects.toMatchObject({
    status: 400,
    param: 'size',
    code: 'invalid_value',
  })
  await expect(client.images.generate({ ...order, n: 2 })).rejects.toMatchObject({
    status: 400,
    param: 'n',
    code: 'unsupported_parameter',
  })
})

test('completion: returns the text with or without its prompt, and in chunks', async () => {
  const order = { model: 'story-teller', prompt: 'Once', max_tokens: 32 } as const
  const { choices } = await run(client.completions.create(order))
  expect(choices[0]!.text).toMatch(/^ Then came /)
  const echoed = await run(client.completions.create({ ...order, echo: true, stop: 'came' }))
  expect(echoed.choices[0]!.text).toBe('Once Then ')
  const chunks = await run(client.completions.create({ ...order, stream: true }))
  let text = ''
  for await (const chunk of chunks) text += chunk.choices[0]?.text ?? ''
  expect(text).toMatch(/^ Then came .*\.$/)
})

test('chat: returns the answer, and in chunks with its cost at the end', async () => {
  const order = {
    model: 'write',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ],
    max_completion_tokens: 64,
    temperature: 0.7,
    seed: 7,
  } satisfies OpenAI.ChatCompletionCreateParamsNonStreaming
  const { choices } = await run(client.chat.completions.create(order), (job) =>
    expect(job.input).toEqual({
      prompt: 'Hi',
      instructions: 'Be brief.',
      length: 64,
      temperature: 0.7,
      seed: 7,
    }),
  )
  expect(choices[0]!.message.content).toMatch(/^A text of /)
  const chunks = await run(
    client.chat.completions.create({ ...order, stream: true, stream_options: { include_usage: true } }),
  )
  const all: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of chunks) all.push(chunk)
  expect(all[0]!.choices[0]!.delta).toEqual({ role: 'assistant', content: '' })
  expect(all.at(-2)!.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' })
  expect(all.at(-1)).toMatchObject({ choices: [], infra: { credits: 2, receipt: expect.anything() } })
})

test('a stream contains only data events, because the Python client reads every block as one', async () => {
  const answer = fetch(`${api.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'write', messages: [{ role: 'user', content: 'Hi' }], stream: true }),
  })
  const blocks = (await (await run(answer)).text()).split('\n\n').filter(Boolean)
  expect(blocks.at(-1)).toBe('data: [DONE]')
  expect(blocks.filter((block) => !block.startsWith('data: '))).toEqual([])
})

test('runs any app with its own fields, as JSON or as a form', async () => {
  const send = (app: string, init: RequestInit) =>
    fetch(`${api.origin}/v1/apps/${app}`, {
      method: 'POST',
      ...init,
      headers: { authorization: `Bearer ${key.secret}`, ...init.headers },
    })
  const json = { 'content-type': 'application/json' }
  const story = { prompt: 'Once', length: 20 }
  const text = await run(send('story-teller', { body: JSON.stringify(story), headers: json }))
  expect(await text.text()).toMatch(/^Once Then came/)
  const job = await run(
    send('story-teller', { body: JSON.stringify(story), headers: { ...json, accept: 'application/json' } }),
  )
  expect(await job.json()).toMatchObject({
    status: 'finished',
    visibility: 'private',
    app: { id: 'story-teller' },
  })
  const form = new FormData()
  form.set('image', new File([new Uint8Array(await photo(255))], 'a.png'))
  const larger = await run(send('upscale', { body: form }))
  expect(larger.headers.get('content-type')).toBe('image/png')
  expect(await sharp(Buffer.from(await larger.arrayBuffer())).metadata()).toMatchObject({ width: 128 })
  form.set('seconds', '1')
  expect(await (await send('upscale', { body: form })).json()).toMatchObject({
    error: { param: 'seconds', code: 'unknown_parameter' },
  })
  expect((await send('no-such-app', { body: '{}', headers: json })).status).toBe(404)
})

test('a page of another origin can call the API with the headers that the clients send', async () => {
  const requestedHeaders = 'authorization, content-type, x-stainless-lang'
  const preflight = await fetch(`${api.origin}/v1/chat/completions`, {
    method: 'OPTIONS',
    headers: { origin: 'https://a.example', 'access-control-request-headers': requestedHeaders },
  })
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': requestedHeaders,
  })
  const answer = await fetch(`${api.origin}/v1/models`, {
    headers: { origin: 'https://a.example', authorization: `Bearer ${key.secret}` },
  })
  expect(answer.headers.get('access-control-expose-headers')).toContain('infra-cost')
})
