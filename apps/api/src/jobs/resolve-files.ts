import type { AppField } from '@infra/protocol/apps/app-field'
import { type AppInput, fileFields } from '@infra/protocol/apps/app-input'
import { readResultReference } from '@infra/protocol/apps/result-reference'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findUploads } from '../files/upload-queries.ts'
import { findJob, type JobRow } from './job-queries.ts'
import { isVisibleTo, seesInputFiles } from './present-job.ts'

/**
 * The stored files that an input names: the person's own uploads, results of jobs that they can see, or the files of the job that this one
 * repeats, which that job keeps long after the uploads have expired.
 */
export async function resolveFiles(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  order: { fields: readonly AppField[]; input: AppInput; owner: string; parent: JobRow | undefined },
): Promise<StoredFile[]> {
  const { input, owner } = order
  // A person who can't see a job's files can't order with them either.
  const parent = order.parent && seesInputFiles(order.parent, { address: owner }) ? order.parent : undefined
  const named = fileFields(order.fields).filter(({ name }) => input[name] !== undefined)
  if (named.length === 0) return []
  const values = [...new Set(named.map(({ name }) => input[name] as string))]
  const uploads = await findUploads(
    db,
    owner,
    values.filter((value) => !readResultReference(value)),
  )
  const results = await findResults(db, owner, values)
  const resolved = named.map((field) => {
    const inherited =
      parent?.input[field.name] === input[field.name] ? inheritedFile(parent, field.name) : undefined
    const upload = uploads.find(({ id, expiresAt }) => id === input[field.name] && expiresAt > now())
    const file = inherited ?? upload ?? results.get(input[field.name] as string)
    if (!file) {
      throw new Refusal('input_expired', 'A file of this job has expired or isn’t yours. Send it again.', {
        errors: [{ pointer: `/input/${field.name}`, message: 'has expired' }],
      })
    }
    refuseWrongKind(field, file)
    return stored(field.name, file)
  })
  for (const field of named) refuseWrongSize(field, resolved)
  return resolved
}

function inheritedFile(parent: JobRow | undefined, name: string): StoredFile | undefined {
  return parent?.inputFiles.find((file) => file.name === name)
}

/** The results that the values name, of jobs that the person can see. A file outlives its job long enough to be used by the order. */
async function findResults(db: Db, reader: string, values: string[]): Promise<Map<string, StoredFile>> {
  const results = new Map<string, StoredFile>()
  for (const value of values) {
    const named = readResultReference(value)
    const job = named && (await findJob(db, named.jobId))
    const output = job && isVisibleTo(job, reader) && job.outputs.find(({ name }) => name === named?.output)
    if (output) results.set(value, output)
  }
  return results
}

/** Only what is stored with the job: no owner, no upload. */
function stored(
  name: string,
  { kind, mime, bytes, sha256, width, height, seconds, placeholder }: Omit<StoredFile, 'name' | 'text'>,
): StoredFile {
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
    return `can have at most ${field.sideMax} pixels per side`
  if (field.kind === 'audio' && file.seconds! > field.secondsMax)
    return `can last at most ${field.secondsMax} seconds`
  if (field.kind === 'mask') {
    const under = files.find(({ name }) => name === field.over)
    if (under && (under.width !== file.width || under.height !== file.height))
      return 'must be of the same size as the picture'
  }
  return undefined
}
