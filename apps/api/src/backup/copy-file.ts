import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../files/storage/file-store.ts'

/** Returns whether the file exists. Doesn't copy a file whose hash differs from its name. */
export async function copyFile(
  { from, to, tempDir }: { from: FileStore; to: FileStore; tempDir: string },
  key: string,
): Promise<boolean> {
  const opened = await from.open(key)
  if (!opened) return false
  const path = join(tempDir, `copying-${randomUUID()}`)
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(opened.content, hashing, createWriteStream(path, { mode: 0o600 }))
  // Thumbnails are named after the hash of the full picture.
  if (/^[0-9a-f]{64}$/.test(key) && hash.digest('hex') !== key) throw new Error(`The file ${key} is damaged.`)
  await to.put(path, key)
  return true
}
