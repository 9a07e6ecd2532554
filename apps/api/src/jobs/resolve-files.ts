import type { AppField } from '@infra/protocol/apps/app-field'
import { type AppInput, fileFields } from '@infra/protocol/apps/app-input'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { Deps } from '../deps.ts'
import { findUploads } from '../files/upload-queries.ts'
import type { JobRow } from './job-queries.ts'
import { seesInputFiles } from './present-job.ts'

/**
 * The stored files that an input names. They are the person's own uploads, or the files of the job that this one repeats: that job
 * keeps its files long after the uploads have expired.
 */
export async function resolveFiles(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  order: { fields: readonly AppField[]; input: AppInput; owner: string; parent: JobRow | undefined },
): Promise<StoredFile[]> {
  const { input, owner } = order
  // A person who cannot see the files of a job cannot order with them either.
  const parent = order.parent && seesInputFiles(order.parent, { address: owner }) ? order.parent : undefined
  const named = fileFields(order.fields).filter(({ name }) => input[name] !== undefined)
  if (named.length === 0) return []
  const uploads = await findUploads(
    db,
    owner,
    named.map(({ name }) => input[name] as string),
  )
  const resolved = named.map((field) => {
    const inherited =
      parent?.input[field.name] === input[field.name] ? inheritedFile(parent, field.name) : undefined
    const upload = uploads.find(({ id, expiresAt }) => id === input[field.name] && expiresAt > now())
    const file = inherited ?? (upload && { ...upload, name: field.name, text: null })
    if (!file) {
      throw new Refusal(
        'input_expired',
        'A file of this job is no longer kept, or is not yours. Send it again.',
        {
          errors: [{ pointer: `/input/${field.name}`, message: 'is no longer kept' }],
        },
      )
    }
    refuseWrongKind(field, file)
    return stored(file)
  })
  for (const field of named) refuseWrongSize(field, resolved)
  return resolved
}

function inheritedFile(parent: JobRow | undefined, name: string): StoredFile | undefined {
  return parent?.inputFiles.find((file) => file.name === name)
}

/** Only what is stored with the job: no owner, no upload. */
function stored({
  name,
  kind,
  mime,
  bytes,
  sha256,
  width,
  height,
  seconds,
  placeholder,
}: StoredFile): StoredFile {
  return { name, kind, mime, bytes, sha256, width, height, seconds, placeholder, text: null }
}

function refuseWrongKind(field: AppField, file: Pick<StoredFile, 'kind'>): void {
  const wanted = field.kind === 'audio' ? 'audio' : 'image'
  if (file.kind === wanted) return
  throw new Refusal('input_kind', `"${field.label}" needs ${wanted === 'audio' ? 'a sound' : 'a picture'}.`, {
    errors: [{ pointer: `/input/${field.name}`, message: `must be ${wanted}` }],
  })
}

function refuseWrongSize(field: AppField, files: StoredFile[]): void {
  const file = files.find(({ name }) => name === field.name)!
  const problem = sizeProblem(field, file, files)
  if (problem) {
    throw new Refusal('validation_failed', '1 field is not valid.', {
      errors: [{ pointer: `/input/${field.name}`, message: problem }],
    })
  }
}

function sizeProblem(field: AppField, file: StoredFile, files: StoredFile[]): string | undefined {
  if (field.kind === 'image' && field.sideMax && Math.max(file.width!, file.height!) > field.sideMax)
    return `may have ${field.sideMax} pixels a side at most`
  if (field.kind === 'audio' && file.seconds! > field.secondsMax)
    return `may last ${field.secondsMax} seconds at most`
  if (field.kind === 'mask') {
    const under = files.find(({ name }) => name === field.over)
    if (under && (under.width !== file.width || under.height !== file.height))
      return 'must be of the same size as the picture'
  }
  return undefined
}
