import { hash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppField } from '@infra/protocol/apps/app-field'
import { fileFields } from '@infra/protocol/apps/app-input'
import { isInlineFile } from '@infra/protocol/apps/inline-file'
import { uploadFile } from '@infra/protocol/files'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import type { Deps } from '../../deps.ts'
import { storeUpload } from '../../files/store-upload.ts'
import { isStorageFull, storageFull } from '../../http/storage-full.ts'
import { fetchInput, refuseFetchOff } from './fetch-input.ts'
import { readDataUrl } from './read-data-url.ts'

/** Files that an order includes instead of naming them, by field: data URLs, and addresses to fetch. */
export type InlineFiles = Record<string, string>

/**
 * Takes the files out of an input and replaces them with ids that don't exist, so that everything else can be checked before a file is
 * fetched or stored.
 */
export function extractInlineFiles(
  fields: readonly AppField[],
  input: unknown,
): { input: unknown; files: InlineFiles } {
  const given = (typeof input === 'object' ? input : null) as Record<string, unknown> | null
  const files: InlineFiles = {}
  for (const { name } of fileFields(fields)) {
    const value = given?.[name]
    if (isInlineFile(value)) files[name] = value
  }
  const names = Object.keys(files)
  if (names.length === 0) return { input, files }
  return { input: { ...given, ...Object.fromEntries(names.map((name) => [name, randomUUID()])) }, files }
}

/** Stores the files as the person's uploads, with the same inspection and limits. Returns their ids by field. */
export async function storeInlineFiles(
  deps: Deps,
  files: InlineFiles,
  owner: string,
): Promise<Record<string, string>> {
  const stored: Record<string, string> = {}
  // Refuse everything that is visibly wrong before the first file is stored.
  const read = Object.entries(files).map(([name, url]) => readInlineFile(deps, name, url))
  for (const { name, fileName, url, ...given } of read) {
    try {
      const bytes = given.bytes ?? (await fetchInput(deps, url, owner))
      stored[name] = await store(deps, { bytes, fileName, owner })
    } catch (error) {
      throw atField(error, name)
    }
  }
  return stored
}

interface InlineFile {
  name: string
  url: string
  /** Only affects how another file is refused. */
  fileName: string
  bytes?: Buffer
}

function readInlineFile(deps: Deps, name: string, url: string): InlineFile {
  try {
    if (/^data:/i.test(url)) {
      const { bytes, mime } = readDataUrl(url)
      return { name, url, bytes, fileName: `${name}.${mime.split('/')[1] ?? ''}` }
    }
    refuseFetchOff(deps)
    const why = deps.outbound.whyRefused(url)
    if (why) throw new Refusal('url_refused', why)
    return { name, url, fileName: new URL(url).pathname }
  } catch (error) {
    throw atField(error, name)
  }
}

async function store(
  deps: Deps,
  { bytes, fileName, owner }: { bytes: Buffer; fileName: string; owner: string },
): Promise<string> {
  // Counted together with uploads, because it's the same work.
  await deps.rateLimiter(`${uploadFile.method} ${uploadFile.path}`, uploadFile.limit)(owner, deps.now())
  const path = join(deps.files.tempDir, randomUUID())
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    const upload = { path, bytes: bytes.length, sha256: hash('sha256', bytes), fileName }
    return (await storeUpload(deps, { owner, upload })).id
  } catch (error) {
    throw isStorageFull(error) ? storageFull(error) : error
  } finally {
    await rm(path, { force: true })
  }
}

/** These are about the whole request, not about one file. */
const ABOUT_ALL: ErrorCode[] = ['quota_exceeded', 'rate_limited', 'storage_full']

/** Adds the field whose file was refused to the refusal. */
function atField(error: unknown, name: string): unknown {
  if (!(error instanceof Refusal) || ABOUT_ALL.includes(error.code)) return error
  const message = error.errors[0]?.message ?? 'can’t be used'
  const errors = [{ pointer: `/input/${name}`, message }]
  return new Refusal(error.code, error.message, { errors, cause: error })
}
