import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startRemote } from '../test/remote-server.ts'
import { soonAborted, startAdapter } from '../test/start-adapter.ts'
import { pathOf } from '../test/test-runner.ts'
import { automatic1111 } from './automatic1111.ts'
import { comfyUi } from './comfy-ui.ts'
import { openaiImages } from './openai-images.ts'
import { basicWorkflow } from './workflow.ts'

const input = {
  prompt: 'a fox "{{seed}}"',
  negative: 'blur',
  size: '768x512',
  steps: 20,
  guidance: 7,
  seed: 42,
}
const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c63' } })
  .png()
  .toBuffer()
const base64 = picture.toString('base64')
const ID = 'b0a1'
const DIGEST = 'cd'.repeat(32)

function comfy(answers: Parameters<typeof startRemote>[0] = {}) {
  return startRemote({
    'GET /system_stats': () => ({ system: { comfyui_version: '0.3.60' }, devices: [] }),
    'POST /prompt': () => ({ prompt_id: ID, number: 1, node_errors: {} }),
    'POST /queue': () => ({}),
    'POST /interrupt': () => ({}),
    [`GET /history/${ID}`]: () => ({
      [ID]: {
        outputs: {
          '8': { images: [{ filename: 'half.png', subfolder: '', type: 'temp' }] },
          '7': { images: [{ filename: 'fox &.png', subfolder: 'a/b', type: 'output' }] },
        },
      },
    }),
    'GET /view': (_, response) => void response.end(picture),
    ...answers,
  })
}

async function paint(remote: Awaited<ReturnType<typeof comfy>>, runSeconds?: number) {
  const job = await startAdapter(comfyUi(remote, basicWorkflow('sd.safetensors')), input, runSeconds)
  await expect.poll(() => remote.at('POST /prompt')).toHaveLength(1)
  const say = (type: string, data: object = {}) => remote.send({ type, data: { prompt_id: ID, ...data } })
  return { ...job, say }
}

test('ComfyUI paints the job’s picture and reports its progress', async () => {
  const remote = await comfy()
  const { done, facts, parts, say } = await paint(remote)
  say('execution_start')
  for (const value of [5, 10]) say('progress', { value, max: 20, node: '5' })
  // Messages about other jobs and of unknown kinds are ignored.
  remote.send(Buffer.alloc(2000, 1))
  remote.send({ type: 'progress', data: { prompt_id: 'another', value: 20, max: 20 } })
  remote.send({ type: 'execution_error', data: { prompt_id: 'another', exception_message: 'not ours' } })
  remote.send({ type: 'surprise' })
  await expect.poll(() => parts).toEqual([0, 0.25, 0.5])
  say('executing', { node: null })

  const outputs = await done
  expect(outputs).toMatchObject([{ name: 'picture', kind: 'image' }])
  expect(await readFile(pathOf(outputs[0]))).toEqual(picture)
  expect(await facts).toEqual({ engine: 'ComfyUI', engineVersion: '0.3.60', model: 'sd.safetensors' })
  const { prompt } = remote.at('POST /prompt')[0]!.body as { prompt: ReturnType<typeof basicWorkflow> }
  expect(prompt['1']!.inputs.ckpt_name).toBe('sd.safetensors')
  expect(prompt['2']!.inputs.text).toBe('a fox "{{seed}}"')
  expect(prompt['3']!.inputs.text).toBe('blur')
  expect(prompt['4']!.inputs).toMatchObject({ width: 768, height: 512 })
  expect(prompt['5']!.inputs).toMatchObject({ seed: 42, steps: 20, cfg: 7 })
  expect(Object.fromEntries(remote.at('GET /view')[0]!.query)).toEqual({
    filename: 'fox &.png',
    subfolder: 'a/b',
    type: 'output',
  })
  await expect.poll(remote.socketsOpen).toBe(0)
})

test('cancelling takes a job out of ComfyUI’s queue, and interrupts ComfyUI only if it runs that job', async () => {
  const remote = await comfy()
  const waiting = await paint(remote)
  waiting.cancel()
  await expect(waiting.done).rejects.toThrow('cancelled')
  await expect.poll(() => remote.at('POST /queue').map(({ body }) => body)).toEqual([{ delete: [ID] }])
  expect(remote.at('POST /interrupt')).toEqual([])

  const other = await comfy()
  const running = await paint(other)
  running.say('progress', { value: 1, max: 20, node: '5' })
  await expect.poll(() => running.parts).toHaveLength(2)
  running.cancel()
  await expect(running.done).rejects.toThrow('cancelled')
  await expect.poll(() => other.at('POST /interrupt').map(({ body }) => body)).toEqual([{ prompt_id: ID }])
})

test('a failure of ComfyUI is reported with its reason', async () => {
  const starved = await paint(await comfy())
  starved.say('execution_error', { exception_message: 'Allocation on device: CUDA out of memory' })
  await expect(starved.done).rejects.toMatchObject({ reason: 'out_of_memory' })

  const remote = await comfy()
  const cut = await paint(remote)
  await remote.stop()
  await expect(cut.done).rejects.toMatchObject({ name: 'RemoteUnavailable' })

  const slow = await paint(await comfy(), 0.3)
  await expect(slow.done).rejects.toMatchObject({ reason: 'timed_out' })

  const interrupted = await paint(await comfy())
  interrupted.say('execution_interrupted')
  await expect(interrupted.done).rejects.toMatchObject({ reason: 'app_failed' })
})

test.for([
  ['an error', 'POST /prompt', { status: 500, text: 'boom' }, 'app_failed'],
  ['a response that is not JSON', 'POST /prompt', { status: 200, text: '<html>' }, 'app_failed'],
  ['an id that contains a path', 'POST /prompt', { status: 200, text: '{"prompt_id":"../x"}' }, 'app_failed'],
  ['no picture', `GET /history/${ID}`, { status: 200, text: '{}' }, 'app_failed'],
  ['an HTML page instead of a picture', 'GET /view', { status: 200, text: '<html>' }, 'output_refused'],
  [
    'an SVG instead of a picture',
    'GET /view',
    { status: 200, text: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' },
    'output_refused',
  ],
  ['too large a picture', 'GET /view', { status: 200, text: 'x'.repeat(60_000_001) }, 'output_refused'],
] as const)('%s from ComfyUI fails the job', async ([, route, { status, text }, reason]) => {
  const remote = await comfy({ [route]: (_, response) => void response.writeHead(status).end(text) })
  const { done, say } = await paint(remote)
  say('executing', { node: null })
  await expect(done).rejects.toMatchObject({ reason, final: false })
})

test('previews from ComfyUI are scaled down, and messages that aren’t previews are skipped', async () => {
  const remote = await comfy()
  const { done, previews, say } = await paint(remote)
  const large = await sharp({ create: { width: 1024, height: 512, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()
  // Anything that isn't a picture is skipped; so is another kind of message, and a truncated one.
  const frame = (kind: number, bytes: Uint8Array) =>
    Buffer.concat([Buffer.from([0, 0, 0, kind, 0, 0, 0, 1]), bytes])
  remote.send(frame(2, large))
  remote.send(frame(1, Buffer.alloc(0)))
  remote.send(frame(1, large))
  await expect.poll(() => previews).toHaveLength(1)
  expect(await sharp(previews[0]).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 })
  // Without the message that nothing is executed any more, the adapter reads the history a little later.
  say('execution_success')
  await done
})

test('Automatic1111 paints, reports progress and previews, and names the model that it used', async () => {
  const painting = Promise.withResolvers<object>()
  const remote = await startRemote({
    'POST /sdapi/v1/txt2img': () => painting.promise,
    'GET /sdapi/v1/progress': () => ({ progress: 0.9, state: { job: 'somebody else' } }),
    'POST /internal/progress': () => ({
      active: true,
      queued: false,
      completed: false,
      progress: 0.4,
      live_preview: `data:image/png;base64,${base64}`,
    }),
    'POST /sdapi/v1/interrupt': () => ({}),
    'GET /sdapi/v1/sd-models': () => [{ sha256: null }, { sha256: 'ab'.repeat(32) }, { sha256: DIGEST }],
  })
  const adapter = automatic1111({ url: remote.url })
  await adapter.check(soonAborted())

  const { done, facts, parts, previews } = await startAdapter(adapter, input)
  await expect.poll(() => parts, { timeout: 10_000 }).toContain(0.38)
  await expect.poll(() => previews.length).toBeGreaterThan(0)
  expect(await sharp(previews[0]).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
  const info = { sd_model_name: 'dream', sd_model_hash: DIGEST.slice(0, 10), version: 'v1.10.1' }
  painting.resolve({ images: [base64], info: JSON.stringify(info) })
  expect(await readFile(pathOf((await done)[0]))).toEqual(picture)
  expect(await facts).toEqual({
    engine: 'Automatic1111',
    engineVersion: 'v1.10.1',
    model: 'dream',
    weights: DIGEST,
  })
  expect(remote.at('POST /sdapi/v1/txt2img')[0]!.body).toMatchObject({
    prompt: input.prompt,
    negative_prompt: 'blur',
    width: 768,
    height: 512,
    steps: 20,
    cfg_scale: 7,
    seed: 42,
  })
  expect(remote.at('POST /sdapi/v1/interrupt')).toEqual([])
})

test.for([undefined, '{}', 'no JSON', 7, '{"sd_model_hash":"abcdef0123"}'])(
  'a picture from Automatic1111 is accepted even if it doesn’t identify its model (%j)',
  async (info) => {
    const remote = await startRemote({
      'POST /sdapi/v1/txt2img': () => ({ images: [base64], info }),
      'GET /sdapi/v1/progress': () => ({ progress: 0 }),
    })
    const { done, facts } = await startAdapter(automatic1111({ url: remote.url }), input)
    expect(await done).toHaveLength(1)
    expect(await facts).toEqual({ engine: 'Automatic1111' })
  },
)

test('cancelling a job interrupts Automatic1111', async () => {
  const remote = await startRemote({
    'POST /sdapi/v1/txt2img': () => undefined,
    'GET /sdapi/v1/progress': () => ({ progress: 0 }),
    'POST /sdapi/v1/interrupt': () => ({}),
  })
  const { done, cancel } = await startAdapter(automatic1111({ url: remote.url }), input)
  await expect.poll(() => remote.at('POST /sdapi/v1/txt2img')).toHaveLength(1)
  cancel()
  await expect(done).rejects.toThrow('cancelled')
  await expect.poll(() => remote.at('POST /sdapi/v1/interrupt')).toHaveLength(1)
})

test('OpenAI images: accepts an embedded picture, and doesn’t follow a URL', async () => {
  const other = await startRemote({ 'GET /p.png': (_, response) => void response.end(picture) })
  const answers: object[] = [
    { data: [{ b64_json: base64 }] },
    { data: [{ url: `${other.url}p.png` }] },
    { data: [{ b64_json: 'bm8gcGljdHVyZQ==' }] },
  ]
  const remote = await startRemote({
    'POST /v1/images/generations': () => answers.shift(),
    'GET /v1/models': () => ({ data: [{ id: 'painter' }] }),
  })
  const adapter = openaiImages({ url: remote.url }, 'painter')
  await adapter.check(soonAborted())

  const { done, facts } = await startAdapter(adapter, input)
  expect(await readFile(pathOf((await done)[0]))).toEqual(picture)
  expect(await facts).toEqual({ engine: 'OpenAI-compatible server', model: 'painter' })
  expect(remote.at('POST /v1/images/generations')[0]!.body).toMatchObject({
    model: 'painter',
    size: '768x512',
  })
  await expect((await startAdapter(adapter, input)).done).rejects.toMatchObject({ reason: 'app_failed' })
  expect(other.requests).toEqual([])
  await expect((await startAdapter(adapter, input)).done).rejects.toMatchObject({ reason: 'output_refused' })
})

test('checking an adapter fails if its program isn’t there', async () => {
  const remote = await comfy()
  const adapters = [
    comfyUi({ url: remote.url }, basicWorkflow('x')),
    automatic1111({ url: remote.url }),
    openaiImages({ url: remote.url }, undefined),
  ]
  await adapters[0]!.check(soonAborted())
  for (const adapter of adapters.slice(1)) await expect(adapter.check(soonAborted())).rejects.toThrow()
  await remote.stop()
  for (const adapter of adapters)
    await expect(adapter.check(soonAborted())).rejects.toMatchObject({ name: 'RemoteUnavailable' })
})
