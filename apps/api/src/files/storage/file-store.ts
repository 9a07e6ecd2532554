import type { Readable } from 'node:stream'
import type { ByteRange } from '../range-rules.ts'

export interface OpenedFile {
  /** The size of the whole file, whatever range was requested. */
  bytes: number
  /** Changes when the stored file is written again. */
  version: string
  content: Readable
}

/** Stores bytes by key. What is stored under a key never changes, so `put` is idempotent. */
export interface FileStore {
  /** Takes the file at `path`, which may be moved away. Once it resolves, the bytes survive a power cut. */
  put: (path: string, key: string) => Promise<void>
  open: (key: string, range?: ByteRange) => Promise<OpenedFile | undefined>
  /** Unknown keys are ignored. */
  remove: (keys: readonly string[]) => Promise<void>
}
