import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { thumbnailKey, thumbnailSizes } from '../file-rules.ts'
import type { Files } from '../open-files.ts'
import { inspectionPaths } from './inspection-paths.ts'

/** Gives an inspector a smaller copy of a stored picture, since models scale pictures down anyway. Undefined if there's none. */
export async function withThumbnail<T>(
  { store, tempDir }: Pick<Files, 'store' | 'tempDir'>,
  sha256: string,
  use: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const smaller = await store.open(thumbnailKey(sha256, thumbnailSizes.at(-1)!, 'webp'))
  if (!smaller) return undefined
  const path = join(tempDir, randomUUID())
  try {
    await pipeline(smaller.content, createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await Promise.all([path, ...inspectionPaths(path).all].map((made) => rm(made, { force: true })))
  }
}
