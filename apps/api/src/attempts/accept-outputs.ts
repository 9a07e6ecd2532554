import { createHash } from 'node:crypto'
import type { AppManifest } from '@infra/protocol/apps/app'
import type { FinishedOutput } from '@infra/protocol/attempts'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { findBlobs } from '../files/blob-queries.ts'
import { listAttemptFiles } from '../files/file-uses.ts'

/** Returns the outputs as files. Refuses unless they're exactly what the app makes, and each was sent before under this attempt. */
export async function acceptOutputs(
  db: Db,
  { attemptId, app, outputs }: { attemptId: string; app: AppManifest; outputs: FinishedOutput[] },
): Promise<StoredFile[]> {
  const wanted = app.outputs.map(({ name, kind }) => `${name} (${kind})`).join(', ')
  const given = outputs.map(({ name, kind }) => `${name} (${kind})`).join(', ')
  if (wanted !== given) {
    throw new Refusal('output_refused', `${app.name} makes ${wanted}; this is ${given}.`)
  }
  const sent = await listSent(db, attemptId, outputs)
  return outputs.map((output) => {
    if (output.kind === 'text') return textFile(output)
    const blob = sent.get(output.sha256)
    if (!blob || blob.kind !== output.kind) {
      throw new Refusal('output_refused', `The file of "${output.name}" was not sent, or is of another kind.`)
    }
    const { kind, mime, bytes, sha256, width, height, seconds, placeholder } = blob
    return { name: output.name, kind, mime, bytes, sha256, width, height, seconds, placeholder, text: null }
  })
}

async function listSent(db: Db, attemptId: string, outputs: FinishedOutput[]) {
  if (outputs.every(({ kind }) => kind === 'text')) return new Map<string, never>()
  const sent = await listAttemptFiles(db, attemptId)
  return findBlobs(
    db,
    sent.map(({ sha256 }) => sha256),
  )
}

export function textFile({
  name,
  sha256,
  text = '',
}: Pick<FinishedOutput, 'name' | 'sha256' | 'text'>): StoredFile {
  if (createHash('sha256').update(text).digest('hex') !== sha256) {
    throw new Refusal('output_refused', `The text of "${name}" does not have the hash that it came with.`)
  }
  return {
    name,
    kind: 'text',
    mime: 'text/plain',
    bytes: Buffer.byteLength(text),
    sha256,
    text,
    width: null,
    height: null,
    seconds: null,
    placeholder: null,
  }
}
