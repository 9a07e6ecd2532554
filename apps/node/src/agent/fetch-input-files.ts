import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppManifest } from '@infra/protocol/apps/app'
import { fileFields } from '@infra/protocol/apps/app-input'
import { type Assignment, getInputFile, leaseOf } from '@infra/protocol/attempts'
import { inputBytesMax } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import type { Pace } from '@infra/weights/download'
import { paced } from '../bandwidth/limit-bandwidth.ts'
import { JobFailure } from '../runners/runner.ts'
import { LEASED_BACKOFF_MS_MAX, untilAnswered } from './retry.ts'
import type { NodeCall } from './session.ts'

const FETCH_SECONDS = 120
/** A file whose download is throttled may take as long as the network allows an attempt in addition to its run. */
const PACED_FETCH_SECONDS = 600

interface Fetching {
  call: NodeCall
  assignment: Assignment
  scratch: string
  /** Set if the operator limits what the node receives. */
  pace?: Pace
  signal: AbortSignal
}

/** Downloads the job's files into its scratch folder, and returns their paths by field. */
export async function fetchInputFiles(fetching: Fetching, app: AppManifest): Promise<Record<string, string>> {
  const { assignment, scratch, signal } = fetching
  // The app's own fields, not the keys from the API, because they become file names.
  const named = fileFields(app.fields).filter(({ name }) => assignment.files[name])
  const paths: Record<string, string> = {}
  for (const { name: field, kind } of named) {
    const { bytes } = assignment.files[field]!
    if (bytes > inputBytesMax[kind as keyof typeof inputBytesMax])
      throw new JobFailure('app_failed', `The file of "${field}" has ${bytes} bytes, which is too much.`)
    const path = join(scratch, `input-${field}`)
    await untilAnswered(() => fetchOne(fetching, field, path), {
      signal,
      maxMs: LEASED_BACKOFF_MS_MAX,
    })
    paths[field] = path
  }
  return paths
}

async function fetchOne(
  { call, assignment, pace, signal }: Fetching,
  field: string,
  path: string,
): Promise<void> {
  const lease = leaseOf(assignment)
  const input = { ...lease, params: { ...lease.params, field } }
  const seconds = pace ? PACED_FETCH_SECONDS : FETCH_SECONDS
  const response = await call(getInputFile, input, { seconds, signal })
  const hash = createHash('sha256')
  let left = assignment.files[field]!.bytes
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      left -= chunk.length
      // A network must not fill our disk.
      if (left < 0) return done(new JobFailure('app_failed', `More came for "${field}" than was announced.`))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const written = pipeline(bodyOf(response), paced(pace, signal), hashing, createWriteStream(path))
  await written.catch((error: NodeJS.ErrnoException) => {
    // A full disk is our own problem; everything else is the connection's.
    if (error.code || error instanceof JobFailure) throw error
    throw new Refusal('dependency_unavailable', 'The connection broke.', { cause: error })
  })
  if (hash.digest('hex') !== assignment.files[field]!.sha256)
    throw new Refusal('dependency_unavailable', `The file of "${field}" did not arrive as it was sent.`)
}

function bodyOf(response: Response): Readable {
  return response.body ? Readable.fromWeb(response.body as never) : Readable.from([])
}
