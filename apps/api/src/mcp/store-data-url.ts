import { hash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppManifest } from '@infra/protocol/apps/app'
import { fileFields } from '@infra/protocol/apps/app-input'
import { Refusal } from '@infra/protocol/refusal'
import type { Deps } from '../deps.ts'
import { storeUpload } from '../files/store-upload.ts'

const DATA_URL = /^data:[\w.+/-]*(?:;[\w.+=-]+)*;base64,([A-Za-z0-9+/=\s]*)$/

/** The input with its data URLs stored as uploads, each named by its id. */
export async function storeDataUrls(
  deps: Deps,
  app: Pick<AppManifest, 'fields'>,
  input: Record<string, unknown>,
  owner: string,
): Promise<Record<string, unknown>> {
  const stored = { ...input }
  for (const { name } of fileFields(app.fields)) {
    const value = input[name]
    if (typeof value === 'string' && value.startsWith('data:'))
      stored[name] = await storeOne(deps, name, value, owner)
  }
  return stored
}

async function storeOne(deps: Deps, name: string, value: string, owner: string): Promise<string> {
  const base64 = DATA_URL.exec(value)?.[1]
  if (base64 === undefined)
    throw new Refusal('validation_failed', '1 field is not valid.', {
      errors: [{ pointer: `/input/${name}`, message: 'must be a data URL in base64' }],
    })
  const bytes = Buffer.from(base64, 'base64')
  const path = join(deps.files.tempDir, randomUUID())
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    const upload = { path, bytes: bytes.length, sha256: hash('sha256', bytes), fileName: name }
    return (await storeUpload(deps, { owner, upload })).id
  } finally {
    await rm(path, { force: true })
  }
}
