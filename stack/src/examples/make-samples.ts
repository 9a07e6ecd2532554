import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile } from '@infra/protocol/files'
import sharp from 'sharp'
import { readStackConfig } from '../config.ts'
import { ROOT } from '../root.ts'
import { fetchFile, runJob, signInAsNewUser } from '../smoke-test/new-user.ts'
import { drawBoat, drawLake, drawNote, drawPear, drawStreet } from './example-scenes.ts'

/**
 * `npm run samples`, next to a running `npm start`: makes the files that the forms offer to people who have none. The pictures are drawn in
 * `example-scenes.ts`, and Speak makes the sound. Home shows what Erase & Fill makes of one of them.
 */
const FOLDER = join(ROOT, 'apps/web/src/catalogue/samples')
const HOME_FOLDER = join(ROOT, 'apps/web/src/home/pictures')
const WEBP = { quality: 82, effort: 6 }
const SPOKEN =
  'Good morning. The boat leaves at half past nine. Please bring a warm coat, and something to read.'
/** The sample rate that Transcribe uses; a higher one would only make the file larger. */
const RATE = 16_000
/** What the form paints over the boat when someone takes that sample. */
const BOAT = '<rect width="100%" height="100%"/><rect x="246" y="234" width="186" height="216" fill="#fff"/>'

const { publicUrl } = readStackConfig(process.env)
const person = await signInAsNewUser(`${publicUrl}/api`)
for (const folder of [FOLDER, HOME_FOLDER]) await mkdir(folder, { recursive: true })
await draw('pear', drawPear, 960)
await draw('boat', drawLake + drawBoat, 960)
await draw('small-boat', drawLake + drawBoat, 240)
await draw('street', drawStreet, 960)
await draw('note', drawNote, 960)
await say('announcement')
await eraseBoat()

async function draw(name: string, scene: string, width: number): Promise<void> {
  const height = (width * 9) / 16
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 320 180">${scene}</svg>`
  await sharp(Buffer.from(drawing))
    .removeAlpha()
    .webp(WEBP)
    .toFile(join(FOLDER, `${name}.webp`))
}

async function say(name: string): Promise<void> {
  const { outputs } = await runJob(person, 'speak', { text: SPOKEN, voice: 'bf_emma' })
  await writeFile(join(FOLDER, `${name}.wav`), resampled(await fetchFile(publicUrl, outputs[0]!)))
}

/** The picture of the boat without it, as a newcomer's first job would make it. */
async function eraseBoat(): Promise<void> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540">${BOAT}</svg>`
  const image = await send(await readFile(join(FOLDER, 'boat.webp')))
  const { outputs } = await runJob(person, 'erase-fill', {
    image,
    mask: await send(await sharp(Buffer.from(mask)).removeAlpha().png().toBuffer()),
  })
  const made = await fetchFile(publicUrl, outputs[0]!)
  await sharp(made).webp(WEBP).toFile(join(HOME_FOLDER, 'boat-erased.webp'))
}

async function send(content: Buffer): Promise<string> {
  const { id } = await person(uploadFile, { file: new Blob([new Uint8Array(content)]) })
  return id
}

/** Speak writes one channel of 16 bits after a header of 44 bytes, and so does this. */
function resampled(wav: Uint8Array<ArrayBuffer>): Buffer {
  const head = Buffer.from(wav.slice(0, 44))
  const samples = new Int16Array(wav.buffer.slice(44, 44 + 2 * Math.floor((wav.length - 44) / 2)))
  const step = head.readUInt32LE(24) / RATE
  const fewer = Int16Array.from({ length: Math.floor(samples.length / step) }, (_, at) =>
    meanOf(samples.subarray(Math.floor(at * step), Math.ceil((at + 1) * step))),
  )
  head.writeUInt32LE(36 + fewer.byteLength, 4)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt32LE(fewer.byteLength, 40)
  return Buffer.concat([head, Buffer.from(fewer.buffer)])
}

function meanOf(samples: Int16Array): number {
  return Math.round(samples.reduce((sum, sample) => sum + sample, 0) / samples.length)
}
