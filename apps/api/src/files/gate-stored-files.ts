import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { GateRefusal } from '@infra/trust/gates/gate-refusal'
import type { FetchedFile } from './inspection/gate-files.ts'
import { gateInChild } from './inspection/inspect-in-child.ts'
import type { Files } from './open-files.ts'

/** What a job was given. */
export interface StoredInput {
  input: AppInput
  inputFiles: StoredFile[]
}

export interface StoredResult extends StoredInput {
  appId: string
  outputs: StoredFile[]
  /** What the node handed in one of these files for before, if it did. */
  earlier: StoredInput | undefined
}

type Fetching = Pick<Files, 'tempDir' | 'verified'>

/** Holds a result against its job, both as they are stored, in the inspector. Removes all temporary files, whatever happens. */
export async function gateStoredFiles(
  files: Fetching,
  { appId, outputs, earlier, ...given }: StoredResult,
): Promise<GateRefusal> {
  const fetched = new Map<string, string>()
  const fetchAll = async (stored: StoredFile[]) => {
    const entries: [string, FetchedFile][] = []
    for (const file of stored) {
      const path = fetched.get(file.sha256) ?? join(files.tempDir, randomUUID())
      if (!fetched.has(file.sha256)) {
        fetched.set(file.sha256, path)
        await fetchFile(files, file, path)
      }
      const { name, bytes, width, height } = file
      entries.push([name, { path, bytes, width, height }])
    }
    return Object.fromEntries(entries)
  }
  const fetchInput = async ({ input, inputFiles }: StoredInput) => ({
    input,
    files: await fetchAll(inputFiles),
  })
  try {
    return await gateInChild({
      gate: appId,
      ...(await fetchInput(given)),
      texts: Object.fromEntries(outputs.map(({ name, text }) => [name, text ?? ''])),
      outputs: await fetchAll(outputs.filter(({ kind }) => kind !== 'text')),
      earlier: earlier ? await fetchInput(earlier) : null,
    })
  } finally {
    await Promise.all([...fetched.values()].map((path) => rm(path, { force: true })))
  }
}

async function fetchFile({ verified }: Fetching, file: StoredFile, path: string): Promise<void> {
  const content = await verified.read(file, 'whole', () => {})
  if (!content)
    throw new Refusal(
      'dependency_unavailable',
      'A file of the job is missing from the store. Try again later.',
      {
        retryAfterSeconds: 30,
      },
    )
  await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }))
}
