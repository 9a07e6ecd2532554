import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppField } from '@infra/protocol/apps/app-field'
import { readResultReference } from '@infra/protocol/apps/result-reference'
import type { OrderOffer } from '@infra/protocol/chat'
import { getUpload } from '@infra/protocol/files'
import { getJob, type Job, type JobFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { tokens } from '../api/tokens.ts'
import { type Audience, defaultAudience, takesFiles } from '../form/audience.ts'
import { type FormDraft, readFormDraft } from '../form/form-draft.ts'
import { isFile } from '../form/form-input.ts'
import {
  blankValue,
  blankValues,
  type RawValue,
  type RawValues,
  type UploadedFile,
} from '../form/raw-value.ts'
import { isOriginalKept } from '../jobs/job-rules.ts'
import { readResult, startFromResult } from './start-from-result.ts'

export interface FormStart extends FormDraft {
  /** Files of the draft that the network no longer has. */
  gone: readonly string[]
  /** Whether only the owner sees the files of the job that the form repeats. */
  isOriginalKept?: boolean
}

/** Where the values come from, other than the draft. */
export interface FormSource {
  /** The job that the form repeats. */
  clone?: string
  /** A result of another job that is used as input: `job:<id>/<output>`. */
  use?: string
}

type App = Pick<AppManifest, 'id' | 'version' | 'fields'>

/** The initial values of a form: those of the job that it repeats or of the result that it uses, else of the draft, else the defaults. */
export const startQuery = (app: App, { clone, use }: FormSource) =>
  queryOptions({
    queryKey: ['form start', app.id, clone ?? '', use ?? ''],
    queryFn: async ({ signal }): Promise<FormStart> => {
      const draft = readFormDraft(app)
      if (use !== undefined && draft?.usedResult !== use)
        return { ...(await startFromResult(app, use, signal)), gone: [] }
      // The page was reloaded after the clone was changed, so the draft has the changes.
      const isGoingOn = clone === undefined || draft?.parentId === clone
      return isGoingOn ? startFromDraft(app, draft) : startFromJob(app, clone, signal)
    },
    retry: (failures, error) =>
      failures < 1 && error instanceof Refusal && error.code === 'dependency_unavailable',
    // Read when the form opens, and not again while the user is typing.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { ownMessage: true },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

async function startFromJob(app: App, id: string, signal: AbortSignal): Promise<FormStart> {
  const job = await call(getJob, { params: { id } }, { signal })
  if (job.app.id !== app.id) throw new Refusal('not_found', 'That job is of another app.')
  return {
    values: valuesOf(app.fields, job),
    audience: audienceLike(app, job),
    parentId: job.id,
    gone: [],
    isOriginalKept: isOriginalKept(job),
  }
}

/** What was private does not become public because it is repeated. */
function audienceLike(app: App, { visibility }: Pick<Job, 'visibility'>): Audience {
  return visibility === 'private' ? 'private' : defaultAudience(app.fields)
}

/**
 * The initial values of a form in a conversation: those that Infra filled in, with the results that they name, or the user's later changes.
 */
export const offerQuery = (app: App, offer: OrderOffer, draftName: string) =>
  queryOptions({
    queryKey: ['offer start', app.id, draftName],
    queryFn: async (): Promise<FormStart> => {
      const draft = readFormDraft({ ...app, draftName })
      return draft ? startFromDraft(app, draft) : startFromOffer(app, offer)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { ownMessage: true },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

async function startFromOffer(app: App, { input, visibility }: OrderOffer): Promise<FormStart> {
  const filled = valuesOf(app.fields, { input, inputFiles: [] })
  const named = app.fields.flatMap(({ name }) => {
    const value = input[name]
    return typeof value === 'string' && readResultReference(value) ? [{ name, value }] : []
  })
  const results = await Promise.all(
    named.map(async ({ name, value }) => [name, await refreshUpload(resultToRead(value))] as const),
  )
  return {
    values: { ...filled, ...Object.fromEntries(results) },
    audience: audienceAsSaid(app, visibility),
    gone: results.flatMap(([name, value]) => (value === null ? [name] : [])),
  }
}

/** Saying "public" about a result says nothing about the input file. */
function audienceAsSaid(app: App, visibility: OrderOffer['visibility']): Audience {
  if (visibility !== 'public') return visibility ?? defaultAudience(app.fields)
  return takesFiles(app.fields) ? 'result' : 'public'
}

function resultToRead(reference: string): RawValue {
  const file = { id: reference, url: null, width: null, height: null, seconds: null }
  return { state: 'uploaded', file, preview: null }
}

/** The values of a finished job, as if the user had just entered them. */
export function valuesOf(fields: readonly AppField[], job: Pick<Job, 'input' | 'inputFiles'>): RawValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, filledIn(field, job.input[field.name], fileOf(field, job))]),
  )
}

function fileOf(
  { name }: AppField,
  { input, inputFiles }: Pick<Job, 'input' | 'inputFiles'>,
): UploadedFile | null {
  const file: JobFile | undefined = inputFiles.find((one) => one.name === name)
  const id = input[name]
  if (!file || typeof id !== 'string') return null
  return { id, url: file.url, width: file.width, height: file.height, seconds: file.seconds }
}

function filledIn(
  field: AppField,
  value: Job['input'][string] | undefined,
  file: UploadedFile | null,
): RawValue {
  switch (field.kind) {
    case 'image':
    case 'audio':
      return file && { state: 'uploaded', file, preview: file.url }
    case 'mask':
      return { marks: [], base: file }
    case 'boxes':
      return Array.isArray(value) ? value : []
    case 'toggle':
      return typeof value === 'boolean' ? value : field.default
    default:
      return value === undefined ? blankValue(field) : String(value)
  }
}

async function startFromDraft(app: App, draft: FormDraft | undefined): Promise<FormStart> {
  if (!draft) return { values: blankValues(app.fields), audience: defaultAudience(app.fields), gone: [] }
  const parent = draft.parentId ? await findJob(draft.parentId) : undefined
  const inherited = parent ? valuesOf(app.fields, parent) : {}
  const checked = await Promise.all(
    Object.entries(draft.values).map(async ([name, value]) => {
      const known = inherited[name]
      return { name, value: isSameFile(value, known) ? known! : await refreshUpload(value) }
    }),
  )
  const gone = checked
    .filter(({ name, value }) => value === null && draft.values[name] !== null)
    .map(({ name }) => name)
  return {
    ...draft,
    // It was chosen for a file that no longer exists.
    audience: gone.length > 0 ? defaultAudience(app.fields) : draft.audience,
    parentId: parent?.id,
    values: Object.fromEntries(checked.map(({ name, value }) => [name, value])),
    gone,
  }
}

/** The files of a draft that repeats a job exist as long as the job. */
async function findJob(id: string): Promise<Job | undefined> {
  try {
    return await call(getJob, { params: { id } })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

function isSameFile(value: RawValue, known: RawValue | undefined): boolean {
  const isUploaded = (one: RawValue | undefined) => isFile(one) && one.state === 'uploaded'
  if (!isUploaded(value) || !isUploaded(known)) return false
  return (value as { file: UploadedFile }).file.id === (known as { file: UploadedFile }).file.id
}

/** Uploads exist for a day and their addresses for minutes, so both are loaded again. */
async function refreshUpload(value: RawValue): Promise<RawValue> {
  if (!isFile(value) || value.state !== 'uploaded') return value
  const isResult = readResultReference(value.file.id) !== undefined
  // Only its owner can see an upload, but everyone may see a result.
  if (!isResult && !tokens.get()) return value
  try {
    if (isResult) return await readResult(value.file.id)
    const { id, url, width, height, seconds } = await call(getUpload, { params: { id: value.file.id } })
    return { state: 'uploaded', file: { id, url, width, height, seconds }, preview: url }
  } catch (error) {
    // Only these refusals mean that it's gone; a network that doesn't respond may still have it.
    const gone = error instanceof Refusal && ['input_expired', 'not_found'].includes(error.code)
    return gone ? null : value
  }
}
