import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Refusal } from '@infra/protocol/refusal'
import {
  IDLE_MS_MAX,
  invalidField,
  openForm,
  type ReceivedUpload,
  save,
  tooLarge,
  unreadable,
} from '../http/receive-upload.ts'
import { isStorageFull, storageFull } from '../http/storage-full.ts'

export interface ReceivedForm {
  /** Text; a list if the name occurs more than once or ends in `[]`, which is removed. */
  fields: Record<string, string | string[]>
  files: Record<string, ReceivedUpload>
}

interface Limits {
  filesMax: number
  bytesMax: number
  folder: string
}

const FIELDS_MAX = 64
const FIELD_BYTES_MAX = 64 * 1024

/** Receives the fields and files of a form. Whatever goes wrong, no file is left in the folder. */
export async function receiveForm(
  request: IncomingMessage,
  { filesMax, bytesMax, folder }: Limits,
): Promise<ReceivedForm> {
  const form = openForm(request, {
    files: filesMax + 1,
    fields: FIELDS_MAX,
    parts: FIELDS_MAX + filesMax,
    fileSize: bytesMax,
    fieldSize: FIELD_BYTES_MAX,
    headerPairs: 20,
    headerSize: 8 * 1024,
  })
  const stop = new AbortController()
  const fields: ReceivedForm['fields'] = Object.create(null)
  const saved = new Map<string, { path: string; upload: Promise<ReceivedUpload> }>()
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()

  form.on('file', (given, content, fileName) => {
    // The parser may still emit an error after the listeners were removed.
    content.on('error', () => {})
    content.on('limit', () => reject(tooLarge(bytesMax)))
    if (stop.signal.aborted) return
    const { name } = nameOf(given)
    if (saved.size === filesMax) return reject(invalidField(name, 'is one file too many'))
    if (saved.has(name)) return reject(invalidField(name, 'must be one file'))
    const path = join(folder, randomUUID())
    const upload = save(content, path, stop.signal).then((file) => ({ ...file, fileName: fileName ?? '' }))
    saved.set(name, { path, upload })
    upload.catch(reject)
  })
  form.on('field', (given, value, _nameCut, valueCut) => {
    const { name, isList } = nameOf(given)
    if (valueCut) return reject(invalidField(name, 'is too long'))
    const earlier = fields[name]
    if (earlier === undefined) fields[name] = isList ? [value] : value
    else fields[name] = [...(Array.isArray(earlier) ? earlier : [earlier]), value]
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    form.on(limit, () => reject(new Refusal('malformed_request', 'The form has too many parts.')))
  form.on('error', (cause) => reject(unreadable(cause)))
  form.on('finish', resolve)
  request.on('error', reject)
  request.setTimeout(IDLE_MS_MAX, () => reject(new Refusal('request_timeout', 'The form stopped arriving.')))
  request.pipe(form)
  try {
    await finished
    const files = await Promise.all(
      [...saved].map(async ([name, { upload }]) => [name, await upload] as const),
    )
    return { fields, files: Object.fromEntries(files) }
  } catch (error) {
    stop.abort()
    await Promise.allSettled([...saved.values()].map(({ upload }) => upload))
    await Promise.all([...saved.values()].map(({ path }) => rm(path, { force: true })))
    throw isStorageFull(error) ? storageFull(error) : error
  } finally {
    request.setTimeout(0)
    request.unpipe(form)
    // The rest of a refused form must not block the connection.
    request.resume()
  }
}

/** Clients write lists as `image[]`. */
function nameOf(given: string | undefined): { name: string; isList: boolean } {
  const name = (given ?? '').slice(0, 100)
  return { name: name.replace(/\[\]$/, ''), isList: name.endsWith('[]') }
}
