import type { AppField } from '@infra/protocol/apps/app-field'
import { UPLOAD_BYTES_MAX } from '@infra/protocol/files'
import { isFile, problemsOf } from '../form-input.ts'
import type { FormOptions, FormState } from '../form-state.ts'
import { fileRefusalWords } from '../problem-messages.ts'
import type { FileValue, KeptFile, MaskValue, RawValue } from '../raw-value.ts'

/** As much of the form as sending its files needs. */
interface Desk {
  get: () => FormState
  /** As a person does it: what was wrong with the field is forgotten. */
  change: (name: string, value: RawValue) => void
  put: (name: string, value: RawValue) => void
  blame: (name: string, problem: string) => void
}

type Unsent = Exclude<FileValue, { state: 'kept' }>

export const TOO_LARGE = 'is larger than the 8 MB that the network takes'

/** The files of a form on their way to the network, each once. */
export function sendFiles(options: FormOptions, desk: Desk) {
  const { fields } = options.app
  const sending = new Map<Blob, Promise<KeptFile | undefined>>()

  async function pick(name: string, blob: Blob): Promise<void> {
    const preview = options.preview(blob)
    const unknown = { width: null, height: null, seconds: null }
    desk.change(name, { state: 'held', blob, file: unknown, preview, part: 0 })
    // What the browser cannot read the network may; it has the last word.
    const file = await options.measure(blob, kindOf(fields, name)).catch(() => unknown)
    if (!isCurrent(desk.get(), name, blob)) return
    desk.put(name, { state: 'held', blob, file, preview, part: 0 })
    const tooLarge = blob.size > UPLOAD_BYTES_MAX ? TOO_LARGE : undefined
    const problem = tooLarge ?? problemsOf(fields, desk.get().values)[name]
    if (problem) return desk.blame(name, problem)
    if (options.maySend()) await send(name)
  }

  /** Once for a file, whoever asks; answers what became of it. */
  function send(name: string): Promise<KeptFile | undefined> {
    const value = desk.get().values[name]
    if (!isFile(value)) return Promise.resolve(undefined)
    if (value.state === 'kept') return Promise.resolve(value.file)
    const { blob } = value
    const sent = sending.get(blob) ?? attempt(name, value).finally(() => sending.delete(blob))
    sending.set(blob, sent)
    return sent
  }

  async function attempt(name: string, value: Unsent): Promise<KeptFile | undefined> {
    const { blob, preview } = value
    const show = (next: FileValue) => isCurrent(desk.get(), name, blob) && desk.put(name, next)
    desk.change(name, { ...value, state: 'sending', part: 0 })
    try {
      const file = await options.send(blob, (part) => show({ ...value, state: 'sending', part }))
      show({ state: 'kept', file, preview })
      return file
    } catch (error) {
      if (!isCurrent(desk.get(), name, blob)) return undefined
      desk.put(name, { ...value, state: 'refused', part: 0 })
      desk.blame(name, fileRefusalWords(error, kindOf(fields, name)))
      return undefined
    }
  }

  return { pick, send, sendMask: maskSender(options, desk) }
}

function maskSender(options: FormOptions, desk: Desk) {
  const masks = new Map<string, Promise<KeptFile>>()
  return async (field: Extract<AppField, { kind: 'mask' }>): Promise<KeptFile | undefined> => {
    const { values } = desk.get()
    const mask = values[field.name] as MaskValue
    const under = values[field.over]
    if (!isFile(under) || !under.file.width || !under.file.height) return undefined
    const size = { width: under.file.width, height: under.file.height }
    // The same strokes are the same file, so that an order whose answer was lost is sent again word for word.
    const key = JSON.stringify([field.name, mask, size])
    const sent = masks.get(key) ?? options.drawMask(mask, size).then((blob) => options.send(blob, () => {}))
    masks.set(key, sent)
    try {
      return await sent
    } catch (error) {
      masks.delete(key)
      desk.blame(field.name, fileRefusalWords(error, 'image'))
      return undefined
    }
  }
}

function isCurrent({ values }: FormState, name: string, blob: Blob): boolean {
  const value = values[name]
  return isFile(value) && value.state !== 'kept' && value.blob === blob
}

function kindOf(fields: readonly AppField[], name: string): 'image' | 'audio' {
  return fields.find((field) => field.name === name)?.kind === 'audio' ? 'audio' : 'image'
}
