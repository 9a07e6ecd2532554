import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform, Writable } from 'node:stream'
import { pipeline as pipelineDone } from 'node:stream/promises'
import { Refusal } from '@infra/protocol/refusal'
import { Counter } from 'prom-client'
import { growingCache } from '../../concurrency/growing-cache.ts'
import { keyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { ByteRange } from '../range-rules.ts'
import type { FileStore, OpenedFile } from './file-store.ts'

/** Files up to this size are checked before anything is sent. Small enough to hold one per slow connection. */
const CHECKED_FIRST_BYTES_MAX = 256 * 1024

/** How many files this process caches as verified, for range requests. */
const VERIFIED_MAX = 10_000

const RETRY_AFTER_SECONDS = 30

interface NamedFile {
  sha256: string
  bytes: number
}

export interface VerifiedReader {
  /** Undefined if the store has no such file. `onDamage` is called for damage, even later while the file is read. */
  read: (
    file: NamedFile,
    range: ByteRange | 'whole',
    onDamage: (error: Error) => void,
  ) => Promise<Readable | Buffer | undefined>
  /** For `/metrics`. */
  damagedReads: Counter
}

/**
 * Reads files from a store so that nobody receives all of a file whose hash is not the one that names it: small ones are
 * checked before the first byte is sent, of larger ones the last chunk is held back until the hash is known.
 *
 * The hash of a part is not known. A part of a larger file is sent once this process has read the whole file and found it
 * right, for as long as the store says that it is the same version.
 */
export function verifiedReader(store: FileStore): VerifiedReader {
  const verified = growingCache<string, string>(VERIFIED_MAX)
  const inTurn = keyedMutex()
  const damagedReads = new Counter({
    name: 'infra_damaged_files_total',
    help: 'Times that the store returned bytes that are not those of the file.',
    registers: [],
  })

  async function open(file: NamedFile, range?: ByteRange): Promise<OpenedFile | undefined> {
    const opened = await store.open(file.sha256, range)
    if (!opened || opened.bytes === file.bytes) return opened
    opened.content.destroy()
    throw damaged(file, `it has ${opened.bytes} bytes instead of ${file.bytes}`)
  }

  async function readSmall(file: NamedFile): Promise<Buffer | undefined> {
    const opened = await open(file)
    return opened && Buffer.concat(await checked(opened.content, wholeFile(file)).toArray())
  }

  async function readWhole(file: NamedFile, onDamage: (error: Error) => void): Promise<Readable | undefined> {
    const opened = await open(file)
    return opened && checked(opened.content, wholeFile(file), onDamage)
  }

  /** If several parts are requested at once, the first request has the file read and the others wait for it. */
  async function ensureVerified(file: NamedFile, version: string): Promise<void> {
    if (verified.get(file.sha256) === version) return
    await inTurn(file.sha256, async () => {
      if (verified.get(file.sha256) === version) return
      const opened = await open(file)
      if (!opened) return
      await pipelineDone(
        opened.content,
        wholeFile(file),
        new Writable({ write: (_chunk, _encoding, done) => done() }),
      )
      verified.set(file.sha256, opened.version)
    })
  }

  async function readPart(
    file: NamedFile,
    range: ByteRange,
    onDamage: (error: Error) => void,
  ): Promise<Readable | undefined> {
    const first = await open(file, range)
    if (!first) return undefined
    let part: OpenedFile | undefined = first
    if (verified.get(file.sha256) !== first.version) {
      first.content.destroy()
      await ensureVerified(file, first.version)
      part = await open(file, range)
      if (part && verified.get(file.sha256) !== part.version) {
        part.content.destroy()
        throw damaged(file, 'it changed while it was read')
      }
    }
    return part && checked(part.content, exactLength(file, range.end - range.start + 1), onDamage)
  }

  return {
    damagedReads,
    read: async (file, range, onDamage) => {
      const report = (error: unknown) => {
        if (!(error instanceof DamagedFile)) return
        damagedReads.inc()
        onDamage(error)
      }
      try {
        if (file.bytes > CHECKED_FIRST_BYTES_MAX)
          return await (range === 'whole' ? readWhole(file, report) : readPart(file, range, report))
        const content = await readSmall(file)
        return range === 'whole' ? content : content?.subarray(range.start, range.end + 1)
      } catch (error) {
        report(error)
        throw error
      }
    },
  }
}

/** Before anything was sent, it becomes the response; later, it breaks the connection. */
class DamagedFile extends Refusal {}

function damaged({ sha256 }: NamedFile, what: string): DamagedFile {
  return new DamagedFile(
    'dependency_unavailable',
    'The file store returned a damaged file. Try again later.',
    {
      cause: new Error(`The file ${sha256} is damaged: ${what}.`),
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  )
}

/** Destroying the returned stream, as when the client disconnects, closes the file in the store too. */
function checked(content: Readable, check: Transform, onError: (error: Error) => void = () => {}): Readable {
  pipeline(content, check, (error) => error && onError(error))
  return check
}

/** Passes a file on, but holds back its last chunk until the hash of the whole is verified. */
function wholeFile(file: NamedFile): Transform {
  const hash = createHash('sha256')
  let received = 0
  let held: Buffer | undefined
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      received += chunk.length
      if (received > file.bytes) return done(damaged(file, 'more bytes came than it has'))
      hash.update(chunk)
      const before = held
      held = chunk
      done(null, before)
    },
    flush: (done) => {
      if (received < file.bytes) return done(damaged(file, `only ${received} of ${file.bytes} bytes came`))
      if (hash.digest('hex') !== file.sha256) return done(damaged(file, 'its hash is another'))
      done(null, held)
    },
  })
}

function exactLength(file: NamedFile, bytes: number): Transform {
  let received = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      received += chunk.length
      if (received > bytes) return done(damaged(file, 'more bytes came than were asked for'))
      done(null, chunk)
    },
    flush: (done) => done(received < bytes ? damaged(file, 'fewer bytes came than were asked for') : null),
  })
}
