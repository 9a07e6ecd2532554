import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JobFailure, type JobOutput } from '../runners/runner.ts'
import sharp from '../runners/sharp.ts'

export const PICTURE_BYTES_MAX = 60_000_000
const PIXELS_MAX = 50_000_000
const formats = ['png', 'jpeg', 'webp']

/** The picture of a job, checked by its content: a server may send anything. */
export async function pictureOutput(bytes: Buffer, scratch: string): Promise<JobOutput[]> {
  const facts = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .metadata()
    .catch((cause) => {
      throw new JobFailure('output_refused', 'What the server sent is no picture.', { cause })
    })
  if (!formats.includes(facts.format))
    throw new JobFailure('output_refused', `The server sent a picture as ${facts.format}.`)
  const path = join(scratch, `picture.${facts.format}`)
  await writeFile(path, bytes)
  return [{ name: 'picture', kind: 'image', path }]
}
