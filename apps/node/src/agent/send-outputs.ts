import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { AppManifest } from '@infra/protocol/apps/app'
import {
  type Assignment,
  type FinishedOutput,
  leaseOf,
  TEXT_OUTPUT_CHARACTERS_MAX,
  uploadOutput,
} from '@infra/protocol/attempts'
import { OUTPUT_BYTES_MAX } from '@infra/protocol/files'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import type { Bandwidth } from '../bandwidth/limit-bandwidth.ts'
import { PacedFile } from '../bandwidth/paced-file.ts'
import { JobFailure, type JobOutput } from '../runners/runner.ts'
import { LEASED_BACKOFF_MS_MAX, untilAnswered } from './retry.ts'
import type { NodeCall } from './session.ts'

const SEND_SECONDS = 180
/** As long as the API takes to receive it. */
const PACED_SEND_SECONDS = 300
/** A file that arrives damaged three times is damaged here. */
const SENDS_MAX = 3

interface Sending {
  call: NodeCall
  assignment: Assignment
  bandwidth: Pick<Bandwidth, 'up' | 'sequentially'>
  signal: AbortSignal
}

/** Uploads the outputs in the app's order, and returns what the finish request must name. */
export async function sendOutputs(
  sending: Sending,
  app: AppManifest,
  outputs: JobOutput[],
): Promise<FinishedOutput[]> {
  const given = outputs.map(({ name, kind }) => `${name} (${kind})`).join(', ')
  const wanted = app.outputs.map(({ name, kind }) => `${name} (${kind})`).join(', ')
  if (given !== wanted) throw new JobFailure('app_failed', `The runner made ${given}, not ${wanted}.`)
  const finished: FinishedOutput[] = []
  for (const output of outputs) finished.push('text' in output ? textOf(output) : await send(sending, output))
  return finished
}

function textOf({ name, kind, text }: JobOutput & { text: string }): FinishedOutput {
  if (text.length > TEXT_OUTPUT_CHARACTERS_MAX)
    throw new JobFailure(
      'output_refused',
      `The text of "${name}" is longer than ${TEXT_OUTPUT_CHARACTERS_MAX}.`,
    )
  return { name, kind, sha256: createHash('sha256').update(text).digest('hex'), text }
}

async function send(
  sending: Sending,
  { name, kind, path }: JobOutput & { path: string },
): Promise<FinishedOutput> {
  const file = await openAsBlob(path)
  if (file.size > OUTPUT_BYTES_MAX)
    throw new JobFailure('output_refused', `The file of "${name}" has ${file.size} bytes, which is too much.`)
  const sha256 = await fileHash(path)
  const { assignment, bandwidth, call, signal } = sending
  const paced = bandwidth.up ? new PacedFile(file, bandwidth.up) : file
  const seconds = bandwidth.up ? PACED_SEND_SECONDS : SEND_SECONDS
  const input = { ...leaseOf(assignment), query: { kind, sha256 }, file: paced }
  let sends = 0
  const kept = await untilAnswered(
    async () => {
      sends += 1
      try {
        return await bandwidth.sequentially(() => call(uploadOutput, input, { seconds, signal }))
      } catch (error) {
        throw sends < SENDS_MAX ? asTransient(error) : error
      }
    },
    { signal, maxMs: LEASED_BACKOFF_MS_MAX },
  ).catch((error) => {
    throw refusedOutput(error, name)
  })
  return { name, kind, sha256: kept.sha256 }
}

async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function asTransient(error: unknown): unknown {
  if (!(error instanceof Refusal && error.code === 'hash_mismatch')) return error
  return new Refusal('dependency_unavailable', error.message, { cause: error })
}

const refusals: readonly ErrorCode[] = [
  'corrupt_file',
  'empty_file',
  'hash_mismatch',
  'payload_too_large',
  'type_mismatch',
  'validation_failed',
]

function refusedOutput(error: unknown, name: string): unknown {
  if (!(error instanceof Refusal && refusals.includes(error.code))) return error
  return new JobFailure('output_refused', `"${name}" was refused: ${error.message}`, { cause: error })
}
