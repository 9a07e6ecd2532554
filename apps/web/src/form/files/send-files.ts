import type { AppField } from '@infra/protocol/apps/app-field'
import { UPLOAD_BYTES_MAX } from '@infra/protocol/files'
import { isFile, problemsOf } from '../form-input.ts'
import type { FormOptions, FormState } from '../form-state.ts'
import { fileRefusalMessage, isWorthRetrying } from '../problem-messages.ts'
import type { FileValue, MaskValue, RawValue, UploadedFile } from '../raw-value.ts'

/** The part of the form that uploading its files needs. */
interface FormPort {
  get: () => FormState
  /** As if the user changed it: clears the field's error. */
  change: (name: string, value: RawValue) => void
  setValue: (name: string, value: RawValue) => void
  setError: (name: string, problem: string) => void
}

type Unsent = Exclude<FileValue, { state: 'uploaded' }>

export const TOO_LARGE = 'is larger than 8 MB'

/** Uploads the files of a form, each one once. */
export function sendFiles(options: FormOptions, form: FormPort) {
  const { fields } = options.app
  const sending = new Map<Blob, Promise<UploadedFile | undefined>>()
  let measuring: Promise<unknown> = Promise.resolve()

  async function pick(name: string, blob: Blob): Promise<void> {
    const preview = options.preview(blob)
    const unknown = { width: null, height: null, seconds: null }
    form.change(name, { state: 'chosen', blob, file: unknown, preview, part: 0 })
    // The network may be able to read a file that the browser can't, so the network decides.
    const measured = options.measure(blob, kindOf(fields, name)).catch(() => unknown)
    measuring = Promise.all([measuring, measured])
    const file = await measured
    if (!isCurrent(form.get(), name, blob)) return
    form.setValue(name, { state: 'chosen', blob, file, preview, part: 0 })
    const tooLarge = blob.size > UPLOAD_BYTES_MAX ? TOO_LARGE : undefined
    const problem = tooLarge ?? problemsOf(fields, form.get().values)[name]
    if (problem) return form.setError(name, problem)
    if (options.maySend()) await send(name)
  }

  /** Uploads a file once, however often it's called; returns the uploaded file, or undefined if it was refused. */
  function send(name: string): Promise<UploadedFile | undefined> {
    const value = form.get().values[name]
    if (!isFile(value)) return Promise.resolve(undefined)
    if (value.state === 'uploaded') return Promise.resolve(value.file)
    const { blob } = value
    const sent = sending.get(blob) ?? attempt(name, value).finally(() => sending.delete(blob))
    sending.set(blob, sent)
    return sent
  }

  async function attempt(name: string, value: Unsent): Promise<UploadedFile | undefined> {
    const { blob, preview } = value
    const show = (next: FileValue) => isCurrent(form.get(), name, blob) && form.setValue(name, next)
    form.change(name, { ...value, state: 'sending', part: 0 })
    try {
      const file = await options.send(blob, (part) => show({ ...value, state: 'sending', part }))
      show({ state: 'uploaded', file, preview })
      return file
    } catch (error) {
      if (!isCurrent(form.get(), name, blob)) return undefined
      form.setValue(name, { ...value, state: 'refused', part: 0, isFinal: !isWorthRetrying(error) })
      form.setError(name, fileRefusalMessage(error, kindOf(fields, name)))
      return undefined
    }
  }

  return { pick, send, sendMask: maskSender(options, form), measured: () => measuring }
}

function maskSender(options: FormOptions, form: FormPort) {
  const masks = new Map<string, Promise<UploadedFile>>()
  return async (field: Extract<AppField, { kind: 'mask' }>): Promise<UploadedFile | undefined> => {
    const { values } = form.get()
    const mask = values[field.name] as MaskValue
    const under = values[field.over]
    if (!isFile(under) || !under.file.width || !under.file.height) return undefined
    const size = { width: under.file.width, height: under.file.height }
    // The same marks are the same file, so that an order whose response was lost can be repeated exactly.
    const key = JSON.stringify([field.name, mask, size])
    const sent = masks.get(key) ?? options.drawMask(mask, size).then((blob) => options.send(blob, () => {}))
    masks.set(key, sent)
    try {
      return await sent
    } catch (error) {
      masks.delete(key)
      form.setError(field.name, fileRefusalMessage(error, 'image'))
      return undefined
    }
  }
}

function isCurrent({ values }: FormState, name: string, blob: Blob): boolean {
  const value = values[name]
  return isFile(value) && value.state !== 'uploaded' && value.blob === blob
}

function kindOf(fields: readonly AppField[], name: string): 'image' | 'audio' {
  return fields.find((field) => field.name === name)?.kind === 'audio' ? 'audio' : 'image'
}
