import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import library from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { readPicture } from './picture.ts'

const root = await mkdtemp(join(tmpdir(), 'infra-picture-'))
afterAll(() => rm(root, { recursive: true }))

async function drawn(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif'): Promise<string> {
  const path = join(root, `picture.${format}`)
  const red = library({ create: { width: 9, height: 7, channels: 3, background: 'red' } })
  await writeFile(path, await red.toFormat(format).toBuffer())
  return path
}

test.for(['png', 'jpeg', 'webp'] as const)('reads a picture as %s', async (format) => {
  expect(await readPicture(await drawn(format))).toMatchObject({ width: 9, height: 7 })
})

test.for(['gif', 'tiff', 'avif'] as const)(
  '[finding S20] refuses a picture as %s, a format that the network never sends',
  async (format) => {
    await expect(readPicture(await drawn(format))).rejects.toMatchObject({ reason: 'input_unreadable' })
  },
)
