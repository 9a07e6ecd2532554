import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '@infra/protocol/client'
import sharp from 'sharp'
import { readStackConfig } from '../config.ts'
import { ROOT } from '../root.ts'
import { fetchFile, runJob, signInAsNewUser } from '../smoke-test/new-user.ts'
import { drawBoat, drawLake, drawNote, drawPear, drawStreet } from './example-scenes.ts'

/**
 * `npm run samples`, beside a running `npm start`: makes the files that the forms offer to people who have none at hand. The
 * pictures are drawn in `example-scenes.ts`, and Speak says the words of the sound.
 */
const FOLDER = join(ROOT, 'apps/web/src/catalogue/samples')
const SPOKEN =
  'Good morning. The boat leaves at half past nine. Please bring a warm coat, and something to read.'
/** The rate that Transcribe listens at: more would only be a larger file. */
const RATE = 16_000

await mkdir(FOLDER, { recursive: true })
await draw('pear', drawPear, 960)
await draw('boat', drawLake + drawBoat, 960)
await draw('small-boat', drawLake + drawBoat, 240)
await draw('street', drawStreet, 960)
await draw('note', drawNote, 960)
await say('announcement')

async function draw(name: string, scene: string, width: number): Promise<void> {
  const height = (width * 9) / 16
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 320 180">${scene}</svg>`
  await sharp(Buffer.from(drawing))
    .removeAlpha()
    .webp({ quality: 82, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
}

async function say(name: string): Promise<void> {
  const { publicUrl } = readStackConfig(process.env)
  const person = await signInAsNewUser(`${publicUrl}/api`)
  const { outputs } = await runJob(person as Call, 'speak', { text: SPOKEN, voice: 'bf_emma' })
  await writeFile(join(FOLDER, `${name}.wav`), resampled(await fetchFile(publicUrl, outputs[0]!)))
}

/** Speak writes one channel of 16 bits behind a head of 44 bytes; so does this. */
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
