import type { Call } from '@infra/protocol/client'
import { uploadFile } from '@infra/protocol/files'
import type { Job, JobFile } from '@infra/protocol/jobs'
import sharp from 'sharp'

interface Tools {
  person: Call
  run: (appId: string, input: Record<string, unknown>) => Promise<Job>
  bytesOf: (file: JobFile) => Promise<Uint8Array<ArrayBuffer>>
}

/** The apps that `checkNetwork` does not check itself. */
export const otherApps = [
  'erase-fill',
  'expand-photo',
  'upscale',
  'speak',
  'transcribe',
  'story-teller',
  'find-objects',
] as const

export const SPOKEN = 'Seven quiet machines finished their work before the sun came up over the harbour.'
const WIDTH = 320
const HEIGHT = 240

/** Runs the apps, several at once, on inputs that are drawn now, and describes each outcome. Throws if one is wrong. */
export async function checkApps(tools: Tools): Promise<string[]> {
  // Random, so that no result can have been prepared.
  const ball = { x: 110 + Math.floor(Math.random() * 100), y: 110, radius: 45 }
  const scene = sharp(Buffer.from(sceneWith(ball))).png()
  const image = await send(tools.person, scene)
  return Promise.all([
    checkFill(tools, image, ball),
    checkExpand(tools, image),
    checkUpscale(tools),
    checkSpeech(tools),
    checkStory(tools),
    checkObjects(tools, image),
  ])
}

export interface Ball {
  x: number
  y: number
  radius: number
}

export const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`

export const sceneWith = ({ x, y, radius }: Ball) =>
  svg(
    `<rect width="100%" height="180" fill="#9db4c0"/><rect y="180" width="100%" height="60" fill="#6b705c"/><circle cx="${x}" cy="${y}" r="${radius}" fill="#c1121f"/>`,
  )

async function checkFill(
  { person, run, bytesOf }: Tools,
  image: string,
  { x, y, radius }: Ball,
): Promise<string> {
  const hole = svg(
    `<rect width="100%" height="100%"/><circle cx="${x}" cy="${y}" r="${radius + 8}" fill="#fff"/>`,
  )
  const mask = await send(person, sharp(Buffer.from(hole)).removeAlpha().png())
  const { outputs } = await run('erase-fill', { image, mask })
  const [red = 255, , blue = 0] = await pixelAt(await bytesOf(outputs[0]!), x, y)
  expectThat(red < blue + 40, `the ball is gone, though red is ${red} and blue ${blue}`)
  return 'made a ball go away'
}

async function checkExpand({ run, bytesOf }: Tools, image: string): Promise<string> {
  const { outputs } = await run('expand-photo', { image, left: 0, right: 40, top: 0, bottom: 0 })
  const wide = await bytesOf(outputs[0]!)
  expectThat((await sharp(wide).metadata()).width === WIDTH + 40, 'the picture is 40 pixels wider')
  const [red = 0, , blue = 0] = await pixelAt(wide, WIDTH + 30, 20)
  expectThat(blue > red, `the sky goes on, though red is ${red} and blue ${blue}`)
  return 'made a sky go on'
}

async function checkUpscale({ person, run, bytesOf }: Tools): Promise<string> {
  const large = await sharp(Buffer.from(sceneWith({ x: 160, y: 100, radius: 60 })))
    .resize(160)
    .png()
    .toBuffer()
  const image = await send(person, sharp(large).resize(80).png())
  const { outputs } = await run('upscale', { image })
  const [made, truth] = await Promise.all([await bytesOf(outputs[0]!), large].map(greysOf))
  expectThat(made!.length === truth!.length, 'the picture is twice as large')
  const difference = made!.reduce((sum, grey, at) => sum + Math.abs(grey - truth![at]!), 0) / made!.length
  expectThat(difference < 8, `it is the same picture, though it differs by ${difference.toFixed(1)} of 255`)
  return `made a picture twice as large (difference ${difference.toFixed(1)} of 255)`
}

/** One app speaks a text, the other transcribes it. */
async function checkSpeech({ person, run, bytesOf }: Tools): Promise<string> {
  const spoken = await run('speak', { text: SPOKEN, voice: 'fast' })
  const { id: audio } = await person(uploadFile, { file: new Blob([await bytesOf(spoken.outputs[0]!)]) })
  const heard = await run('transcribe', { audio, model: 'base' })
  const [said, written] = [SPOKEN, heard.outputs[0]!.text ?? ''].map(wordsOf)
  const missing = said!.filter((word) => !written!.includes(word))
  expectThat(missing.length <= 1, `every word was heard, though "${missing.join(' ')}" was not`)
  return `spoke for ${spoken.outputs[0]!.seconds?.toFixed(1)} s and wrote down ${said!.length - missing.length} of ${said!.length} words`
}

async function checkStory({ run }: Tools): Promise<string> {
  const settings = { prompt: 'Lily found a warm stone', length: 60, temperature: 0.8, seed: 7 }
  const [first, second] = await Promise.all([run('story-teller', settings), run('story-teller', settings)])
  const story = first.outputs[0]!.text ?? ''
  expectThat(story.startsWith(settings.prompt) && story.length > 120, `a story was written, not "${story}"`)
  expectThat(second.outputs[0]!.text === story, 'the same seed gives the same story')
  return 'wrote the same story twice'
}

async function checkObjects({ run, bytesOf }: Tools, image: string): Promise<string> {
  const { outputs } = await run('find-objects', { image, score: 0.3 })
  const objects = JSON.parse(
    new TextDecoder().decode(await bytesOf(outputs.find(({ kind }) => kind === 'json')!)),
  )
  expectThat(Array.isArray(objects), 'the objects are a list')
  return `found ${objects.length === 0 ? 'nothing it knows' : objects.map(({ label }: { label: string }) => label).join(', ')}`
}

async function send(person: Call, picture: ReturnType<typeof sharp>): Promise<string> {
  const { id } = await person(uploadFile, { file: new Blob([new Uint8Array(await picture.toBuffer())]) })
  return id
}

export async function pixelAt(picture: Uint8Array, left: number, top: number): Promise<number[]> {
  return [...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

async function greysOf(picture: Uint8Array): Promise<number[]> {
  return [...(await sharp(picture).flatten().greyscale().raw().toBuffer())]
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? []
}

export function expectThat(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Not as expected: ${what}.`)
}
