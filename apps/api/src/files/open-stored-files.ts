import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppInput } from '@infra/protocol/apps/app-input'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { Compared, PlatformPair } from '@infra/trust/comparators/compared'
import type { GateRefusal } from '@infra/trust/gates/gate-refusal'
import type { FetchedFile, FetchedInput, FetchedResult } from './inspection/gate-files.ts'
import { compareInChild, gateInChild, readInChild } from './inspection/inspect-in-child.ts'
import type { Files } from './open-files.ts'

/** What a job was given. */
export interface StoredInput {
  input: AppInput
  inputFiles: StoredFile[]
}

interface StoredResult extends StoredInput {
  appId: string
  outputs: StoredFile[]
  /** The input for which the node submitted one of these files before, if it did. */
  earlier: StoredInput | undefined
}

interface StoredPair extends StoredInput {
  appId: string
  one: StoredFile[]
  other: StoredFile[]
  platforms: PlatformPair
}

type Fetching = Pick<Files, 'tempDir' | 'verified'>

/** Apps whose gates only need the size of the input's picture, which is known. */
const bySizeAlone: readonly string[] = ['read-text']

/** Compares a stored result with its stored job in the inspector. */
export function gateStoredFiles(
  files: Fetching,
  { appId, outputs, earlier, ...given }: StoredResult,
): Promise<GateRefusal> {
  return withFetchedFiles(files, async (fetch) =>
    gateInChild({
      gate: appId,
      ...(bySizeAlone.includes(appId) ? sizesOf(given) : await fetchInput(fetch, given)),
      ...(await fetchResult(fetch, outputs)),
      earlier: earlier ? await fetchInput(fetch, earlier) : null,
    }),
  )
}

/** Compares two stored results of one job in the inspector. */
export function compareStoredResults(
  files: Fetching,
  { appId, one, other, platforms, ...given }: StoredPair,
): Promise<Compared> {
  return withFetchedFiles(files, async (fetch) =>
    compareInChild({
      compare: appId,
      ...(await fetchInput(fetch, given)),
      one: await fetchResult(fetch, one),
      other: await fetchResult(fetch, other),
      platforms,
    }),
  )
}

/** Whether a node can open the files of a job, according to the inspector. */
export function canReadStoredInput(
  files: Fetching,
  { appId, ...given }: StoredInput & { appId: string },
): Promise<boolean> {
  return withFetchedFiles(files, async (fetch) =>
    readInChild({ read: appId, ...(await fetchInput(fetch, given)) }),
  )
}

type Fetch = (stored: StoredFile[]) => Promise<Record<string, FetchedFile>>

async function fetchInput(fetch: Fetch, { input, inputFiles }: StoredInput): Promise<FetchedInput> {
  return { input, files: await fetch(inputFiles) }
}

async function fetchResult(fetch: Fetch, outputs: StoredFile[]): Promise<FetchedResult> {
  return {
    texts: Object.fromEntries(outputs.map(({ name, text }) => [name, text ?? ''])),
    outputs: await fetch(outputs.filter(({ kind }) => kind !== 'text')),
  }
}

/** Without paths, because nothing is opened. */
function sizesOf({ input, inputFiles }: StoredInput): FetchedInput {
  const files = inputFiles.map(({ name, bytes, width, height }) => [name, { path: '', bytes, width, height }])
  return { input, files: Object.fromEntries(files) }
}

/** Copies files from the store into the temporary folder while the work runs, and always removes them. */
async function withFetchedFiles<T>(files: Fetching, work: (fetch: Fetch) => Promise<T>): Promise<T> {
  const paths = new Map<string, string>()
  const fetch: Fetch = async (stored) => {
    const fetched: Record<string, FetchedFile> = {}
    for (const file of stored) {
      const known = paths.get(file.sha256)
      const path = known ?? join(files.tempDir, randomUUID())
      paths.set(file.sha256, path)
      if (!known) await fetchFile(files, file, path)
      const { bytes, width, height } = file
      fetched[file.name] = { path, bytes, width, height }
    }
    return fetched
  }
  try {
    return await work(fetch)
  } finally {
    await Promise.all([...paths.values()].map((path) => rm(path, { force: true })))
  }
}

async function fetchFile({ verified }: Fetching, file: StoredFile, path: string): Promise<void> {
  const content = await verified.read(file, 'whole', () => {})
  if (!content)
    throw new Refusal(
      'dependency_unavailable',
      'A file of the job is missing from the store. Try again later.',
      { retryAfterSeconds: 30 },
    )
  await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }))
}
