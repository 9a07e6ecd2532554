import type { Readable } from 'node:stream'
import type { ByteRange } from '../range-rules.ts'

export interface OpenedFile {
  /** Of all of it, whichever part was asked for. */
  bytes: number
  /** Another one where the stored file was written anew. */
  version: string
  content: Readable
}

/** Where the bytes lie. What is stored under a key never changes, so putting twice is putting once. */
export interface FileStore {
  /** Takes the file at `path`, which may be gone afterwards. Once this is answered, the bytes survive a power cut. */
  put: (path: string, key: string) => Promise<void>
  open: (key: string, range?: ByteRange) => Promise<OpenedFile | undefined>
  /** Keys that are not there are no trouble. */
  remove: (keys: readonly string[]) => Promise<void>
}
