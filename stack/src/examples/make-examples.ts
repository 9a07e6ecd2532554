import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Call, createClient } from '@infra/protocol/client'
import { uploadFile } from '@infra/protocol/files'
import type { JobFile } from '@infra/protocol/jobs'
import sharp from 'sharp'
import { readStackConfig } from '../config.ts'
import { ROOT } from '../root.ts'
import { fetchFile, runJob, signInAsNewUser, untilServed } from '../smoke-test/new-user.ts'
import { drawBoat, drawLake, drawPear, drawSign } from './example-scenes.ts'

/**
 * `npm run examples`, next to a running `npm start`: has each app make its example for the catalogue; `npm run examples -- speak` only that
 * one. The inputs are drawn here; the apps make the outputs.
 */
const FOLDER = join(ROOT, 'apps/web/src/catalogue/examples')
const { publicUrl } = readStackConfig(process.env)
const { positionals: wanted } = parseArgs({ allowPositionals: true })
const say = (sentence: string) => console.log(sentence)
const person = await signInAsNewUser(`${publicUrl}/api`)

const WIDTH = 320
const HEIGHT = 180
const QUALITY = { quality: 80, effort: 6 }
const BARS = 80
const SPOKEN = 'A quiet machine has just read this sentence to you.'
const VOICE = 'bf_emma'
const NOTE = ['Results come back', 'signed by the machine', 'that made them.']

const makers: Record<string, () => Promise<unknown>> = {
  'cut-out': async () => pair('cut-out', drawPear, await result('cut-out', { image: await sent(drawPear) })),
  'erase-fill': async () => {
    const hole = `<rect width="100%" height="100%"/><g fill="#fff" stroke="#fff" stroke-width="14">${drawBoat}</g>`
    const [image, mask] = [await sent(drawLake + drawBoat), await sent(hole)]
    return pair('erase-fill', drawLake + drawBoat, await result('erase-fill', { image, mask }))
  },
  'expand-photo': async () => {
    const image = await sent(drawLake + drawBoat)
    const sides = { left: 0, right: 96, top: 0, bottom: 0 }
    return whole('expand-photo', await result('expand-photo', { image, ...sides }))
  },
  upscale: async () => {
    const small = await sharp(await png(drawLake + drawBoat))
      .resize(96)
      .png()
      .toBuffer()
    const { id: image } = await person(uploadFile, { file: new Blob([new Uint8Array(small)]) })
    return pair('upscale', small, await result('upscale', { image }))
  },
  vectorise: async () => whole('vectorise', await result('vectorise', { image: await sent(drawPear) })),
  'find-objects': async () =>
    whole('find-objects', await result('find-objects', { image: await sent(drawSign), score: 0.5 })),
  speak: async () => sound('speak', await result('speak', { text: SPOKEN, voice: VOICE })),
  transcribe: async () => {
    const spoken = await result('speak', { text: SPOKEN, voice: VOICE })
    const file = new Blob([await fetchFile(publicUrl, spoken)])
    const { id: audio } = await person(uploadFile, { file })
    return words('transcribe', await result('transcribe', { audio, model: 'base' }))
  },
  'read-text': async () => {
    const lines = NOTE.map((line, at) => `<text x="20" y="${56 + at * 40}">${line}</text>`).join('')
    const note = `<rect width="100%" height="100%" fill="#fff"/><g font-family="serif" font-size="26">${lines}</g>`
    return words('read-text', await result('read-text', { image: await sent(note) }))
  },
  'story-teller': async () =>
    words(
      'story-teller',
      await result('story-teller', { prompt: 'Once there was a little lamp', length: 80, seed: 4 }),
    ),
}

await untilServed(createClient({ prefix: `${publicUrl}/api` }), Object.keys(makers), say)
await mkdir(FOLDER, { recursive: true })
for (const [appId, make] of Object.entries(makers)) {
  if (wanted.length > 0 && !wanted.includes(appId)) continue
  await make()
  say(`${appId} made its example.`)
}

async function result(appId: string, input: Record<string, unknown>): Promise<JobFile> {
  const { outputs } = await runJob(person as Call, appId, input)
  return outputs[0]!
}

function png(drawing: string): Promise<Buffer> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawing}</svg>`
  return sharp(Buffer.from(whole)).removeAlpha().png().toBuffer()
}

async function sent(drawing: string): Promise<string> {
  const { id } = await person(uploadFile, { file: new Blob([new Uint8Array(await png(drawing))]) })
  return id
}

async function whole(appId: string, made: JobFile): Promise<void> {
  const picture = sharp(await fetchFile(publicUrl, made)).resize({ width: 640 })
  await picture.webp(QUALITY).toFile(join(FOLDER, `${appId}.webp`))
}

/** The input on the left, the output on the right. */
async function pair(appId: string, given: string | Buffer, made: JobFile): Promise<void> {
  const half = (picture: Uint8Array) =>
    sharp(picture)
      .resize({ width: WIDTH, height: 2 * HEIGHT, fit: 'cover' })
      .png()
      .toBuffer()
  const before = await half(typeof given === 'string' ? await png(given) : given)
  const after = await half(await fetchFile(publicUrl, made))
  const canvas = { width: 2 * WIDTH, height: 2 * HEIGHT, channels: 4 as const, background: '#0000' }
  await sharp({ create: canvas })
    .composite([
      { input: before, left: 0, top: 0 },
      { input: after, left: WIDTH, top: 0 },
    ])
    .webp(QUALITY)
    .toFile(join(FOLDER, `${appId}.webp`))
}

async function words(appId: string, made: JobFile): Promise<void> {
  await writeFile(join(FOLDER, `${appId}.txt`), made.text!.trim())
}

/** How loud it is from moment to moment, after the head of 44 bytes. */
async function sound(appId: string, made: JobFile): Promise<void> {
  const bytes = await fetchFile(publicUrl, made)
  const samples = new Int16Array(bytes.buffer.slice(44, 44 + 2 * Math.floor((bytes.length - 44) / 2)))
  const step = Math.floor(samples.length / BARS)
  const peaks = Array.from({ length: BARS }, (_, bar) =>
    samples
      .subarray(bar * step, (bar + 1) * step)
      .reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  )
  const loudest = Math.max(...peaks)
  const bars = peaks.map((peak, bar) => {
    const height = Math.max(2, Math.round((peak / loudest) * HEIGHT * 0.7))
    return `<rect x="${bar * 8 + 2}" y="${HEIGHT - height}" width="4" height="${2 * height}" fill="#fca50a"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="${2 * HEIGHT}">${bars.join('')}</svg>`
  const picture = sharp(Buffer.from(drawing)).flatten({ background: '#110f0e' })
  await picture.webp(QUALITY).toFile(join(FOLDER, `${appId}.webp`))
}
