import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { simulateAutomatic1111 } from '../test/simulate-automatic1111.ts'
import { simulateComfyUi } from '../test/simulate-comfy-ui.ts'
import type { SimulatedProgram } from '../test/simulate-program.ts'
import { simulatedPicture } from '../test/simulated-picture.ts'
import { soonAborted, startAdapter } from '../test/start-adapter.ts'
import { pathOf } from '../test/test-runner.ts'
import { automatic1111 } from './automatic1111.ts'
import { comfyUi } from './comfy-ui.ts'
import { basicWorkflow } from './workflow.ts'

// The responses follow the programs' own source code. What any server could send is in imagine.test.ts.

const CHECKPOINT = 'v1-5-pruned-emaonly.safetensors'
const DIGEST = '6ce0161689b3853acaa03779ec93eafe75a02f4ced659bee03f50797806fa2fa'
const input = {
  prompt: 'a fox "Version: v9"',
  negative: 'blur',
  size: '768x512',
  steps: 20,
  guidance: 7,
  seed: 42,
}
const long = { ...input, steps: 60 }

const painters = {
  ComfyUI: {
    simulate: simulateComfyUi,
    adapter: (remote: SimulatedProgram, key?: string) =>
      comfyUi({ url: remote.url, key }, basicWorkflow(CHECKPOINT)),
    facts: { engine: 'ComfyUI', engineVersion: '0.38.1', model: CHECKPOINT },
    authorization: 'Bearer right',
    key: 'right',
    order: 'POST /prompt',
  },
  Automatic1111: {
    simulate: simulateAutomatic1111,
    adapter: (remote: SimulatedProgram, key?: string) => automatic1111({ url: remote.url, key }),
    facts: {
      engine: 'Automatic1111',
      engineVersion: 'v1.10.1',
      model: 'v1-5-pruned-emaonly',
      weights: DIGEST,
    },
    authorization: `Basic ${Buffer.from('me:right').toString('base64')}`,
    key: 'me:right',
    order: 'POST /sdapi/v1/txt2img',
  },
}
type PainterName = keyof typeof painters
const each = test.for(Object.keys(painters) as PainterName[])

each('%s paints with progress and previews, and names the engine and the model', async (name) => {
  const { simulate, adapter, facts } = painters[name]
  const remote = await simulate()
  const painter = adapter(remote)
  await painter.check(soonAborted())

  const job = await startAdapter(painter, long)

  expect(await readFile(pathOf((await job.done)[0]))).toEqual(await simulatedPicture(42))
  expect(await job.facts).toEqual(facts)
  expect(job.parts.filter((part) => part > 0.05 && part < 0.96).length).toBeGreaterThan(2)
  await expect.poll(() => job.previews.length).toBeGreaterThan(0)
  expect(await sharp(job.previews[0]).metadata()).toMatchObject({ format: 'webp', width: 32 })
})

each('%s: paints two jobs at once, and gives each its own previews', async (name) => {
  const { simulate, adapter } = painters[name]
  const painter = adapter(await simulate())
  const jobs = await Promise.all([startAdapter(painter, long), startAdapter(painter, { ...long, seed: 9 })])
  for (const [at, seed] of [42, 9].entries()) {
    await jobs[at]!.done
    const shown = await Promise.all(jobs[at]!.previews.map((picture) => sharp(picture).stats()))
    // The first channel is the seed.
    for (const { channels } of shown) expect(Math.abs(channels[0]!.mean - seed)).toBeLessThan(8)
  }
})

each('%s: cancelling a running or waiting picture frees the program and stops nothing else', async (name) => {
  const { simulate, adapter } = painters[name]
  const remote = await simulate()
  const painter = adapter(remote)
  const first = await startAdapter(painter, long)
  await expect.poll(() => first.parts.length, { timeout: 10_000 }).toBeGreaterThan(1)
  const second = await startAdapter(painter, { ...long, seed: 9 })
  second.cancel()
  await expect(second.done).rejects.toThrow('cancelled')
  expect(await first.done).toHaveLength(1)
  await expect.poll(remote.running).toBe(0)

  const third = await startAdapter(painter, { ...long, steps: 5_000 })
  await expect.poll(() => third.parts.length, { timeout: 10_000 }).toBeGreaterThan(1)
  third.cancel()
  await expect(third.done).rejects.toThrow('cancelled')
  await expect.poll(remote.running).toBe(0)
})

each('%s: a picture that is cancelled right after it was ordered is not painted', async (name) => {
  const { simulate, adapter, order } = painters[name]
  const remote = await simulate({ queueMs: 100 })
  const job = await startAdapter(adapter(remote), { ...long, steps: 5_000 })
  await expect.poll(() => remote.requests.map(({ route }) => route)).toContain(order)
  job.cancel()
  await expect(job.done).rejects.toThrow('cancelled')
  // An order that was already sent is withdrawn.
  await expect.poll(remote.running).toBe(0)
})

each('%s: works with its key, and not with a wrong one or none', async (name) => {
  const { simulate, adapter, authorization, key } = painters[name]
  const remote = await simulate({ authorization })
  expect(await (await startAdapter(adapter(remote, key), input)).done).toHaveLength(1)
  for (const wrong of [undefined, 'wrong', 'me:wrong']) {
    await expect(adapter(remote, wrong).check(soonAborted())).rejects.toMatchObject({
      name: 'RemoteUnavailable',
    })
    await expect((await startAdapter(adapter(remote, wrong), input)).done).rejects.toMatchObject({
      name: 'RemoteUnavailable',
    })
  }
})

test('a missing ComfyUI checkpoint fails the check, and a job says which one is missing', async () => {
  const remote = await simulateComfyUi()
  const painter = comfyUi({ url: remote.url }, basicWorkflow('other.safetensors'))
  await expect(painter.check(soonAborted())).rejects.toThrow(
    `has no checkpoint "other.safetensors", but ${CHECKPOINT}.`,
  )
  await expect((await startAdapter(painter, input)).done).rejects.toThrow(
    `answered 400: Prompt outputs failed validation. CheckpointLoaderSimple: Value not in list (ckpt_name: 'other.safetensors' not in ['${CHECKPOINT}'])`,
  )
})

test('a workflow with a node type that ComfyUI lacks fails and names it', async () => {
  const remote = await simulateComfyUi()
  const workflow = { ...basicWorkflow(CHECKPOINT), '8': { class_type: 'FaceDetailer', inputs: {} } }
  await expect((await startAdapter(comfyUi({ url: remote.url }, workflow), input)).done).rejects.toThrow(
    "Node 'FaceDetailer' not found. The custom node may not be installed. Node ID '#8'",
  )
})

test('a job fails with the reason if ComfyUI runs out of memory or somebody interrupts it', async () => {
  const starved = await simulateComfyUi({ endsWith: 'outOfMemory' })
  await expect((await startAdapter(painters.ComfyUI.adapter(starved), input)).done).rejects.toMatchObject({
    reason: 'out_of_memory',
  })
  const stopped = await simulateComfyUi({ endsWith: 'interrupted' })
  await expect((await startAdapter(painters.ComfyUI.adapter(stopped), input)).done).rejects.toThrow(
    'Somebody interrupted ComfyUI.',
  )
})

test('an older ComfyUI paints without previews, and cancelling a waiting job doesn’t interrupt it', async () => {
  const remote = await simulateComfyUi({ isOld: true })
  const painter = painters.ComfyUI.adapter(remote)
  const first = await startAdapter(painter, long)
  await expect.poll(() => first.parts.length).toBeGreaterThan(1)
  const second = await startAdapter(painter, long)
  await expect.poll(() => remote.at('POST /prompt')).toHaveLength(2)
  second.cancel()
  await expect(second.done).rejects.toThrow('cancelled')
  expect(await first.done).toHaveLength(1)
  expect(first.previews).toEqual([])
  expect(remote.at('POST /interrupt')).toEqual([])
  await expect.poll(remote.running).toBe(0)
})

test('a picture that the operator paints on Automatic1111’s own page is neither shown to others nor stopped', async () => {
  const remote = await simulateAutomatic1111()
  const own = remote.paintAtPage(200, 60)
  const painter = painters.Automatic1111.adapter(remote)
  const job = await startAdapter(painter, { ...long, steps: 5_000 })
  const polls = () => remote.at('POST /internal/progress').length
  await expect.poll(polls, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(job.parts).toEqual([0])
  job.cancel()
  await expect(job.done).rejects.toThrow('cancelled')
  expect(await own).toBe('finished')
  expect(job.previews).toEqual([])
  // It's stopped when its turn comes.
  await expect.poll(remote.running, { timeout: 10_000 }).toBe(0)
})

test('a job fails if somebody interrupts it in Automatic1111', async () => {
  const remote = await simulateAutomatic1111()
  const job = await startAdapter(painters.Automatic1111.adapter(remote), { ...long, steps: 5_000 })
  await expect.poll(() => job.parts.length, { timeout: 10_000 }).toBeGreaterThan(1)
  remote.interrupt()
  await expect(job.done).rejects.toThrow('Somebody interrupted Stable Diffusion WebUI.')
})

test('Automatic1111 without its page reports progress, but shows no previews that could be somebody else’s', async () => {
  const remote = await simulateAutomatic1111({ hasNoPage: true })
  const job = await startAdapter(painters.Automatic1111.adapter(remote), long)
  await job.done
  expect(job.parts.filter((part) => part > 0.05 && part < 0.96).length).toBeGreaterThan(0)
  expect(job.previews).toEqual([])
})

test('the check says if Automatic1111 needs --api or has no checkpoint', async () => {
  const closed = await simulateAutomatic1111({ answers: { 'GET /sdapi/v1/progress': 'noApi' } })
  await expect(painters.Automatic1111.adapter(closed).check(soonAborted())).rejects.toThrow(
    'Start it with --api.',
  )
  const empty = await simulateAutomatic1111({ answers: { 'GET /sdapi/v1/sd-models': 'noCheckpoints' } })
  await expect(painters.Automatic1111.adapter(empty).check(soonAborted())).rejects.toThrow(
    'has no checkpoint.',
  )
})

test.for([
  ['badRequest', { reason: 'app_failed' }, 'answered 422: body.steps: Input should be a valid integer'],
  ['outOfMemory', { reason: 'out_of_memory' }, 'answered 500: OutOfMemoryError. CUDA out of memory.'],
] as const)(
  'Automatic1111, %s: the job fails with a reason and a readable message',
  async ([answer, failure, words]) => {
    const remote = await simulateAutomatic1111({ answers: { 'POST /sdapi/v1/txt2img': answer } })
    const { done } = await startAdapter(painters.Automatic1111.adapter(remote), input)
    await expect(done).rejects.toMatchObject(failure)
    await expect(done).rejects.toThrow(words)
  },
)
