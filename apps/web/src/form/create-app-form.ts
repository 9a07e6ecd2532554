import type { AppField } from '@infra/protocol/apps/app-field'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { UPLOAD_BYTES_MAX } from '@infra/protocol/files'
import { createStore, type Store } from '../store/store.ts'
import { type Audience, defaultAudience } from './audience.ts'
import { sendFiles } from './files/send-files.ts'
import { inputOf, isFile, type Problems, problemsOf, shownFields } from './form-input.ts'
import type { FormOptions, FormState } from './form-state.ts'
import { emptyMask, type MaskValue, type RawValue, type RawValues } from './raw-value.ts'

export type AppForm = ReturnType<typeof createAppForm>

/** The state of an app's form: its values, its uploads and its problems. */
export function createAppForm(options: FormOptions) {
  const { fields } = options.app
  const state: Store<FormState> = createStore({ ...options.start, problems: {} })
  const update = (part: Partial<FormState>) => state.set({ ...state.get(), ...part })
  const setValue = (name: string, value: RawValue) =>
    update({ values: { ...state.get().values, [name]: value } })
  const setError = (name: string, problem: string) =>
    update({ problems: { ...state.get().problems, [name]: problem } })

  /** An error stays until its field is changed. */
  function change(name: string, value: RawValue): void {
    const { [name]: _, ...problems } = state.get().problems
    update({ problems, values: { ...state.get().values, [name]: value } })
  }

  /** The audience was chosen for the previous file, so another file resets it. */
  function resetAudience(name: string): void {
    const isOriginal = isFile(state.get().values[name])
    if (isOriginal) update({ audience: defaultAudience(fields) })
  }

  const files = sendFiles(options, { get: state.get, change, setValue, setError })
  let filling: Promise<unknown> = Promise.resolve()

  return {
    state,
    /** A mask or boxes belong to one picture, so another picture clears them. */
    change: (name: string, value: RawValue) => {
      resetAudience(name)
      change(name, value)
      for (const [above, blank] of Object.entries(liesOver(fields, name))) change(above, blank)
    },
    pick: (name: string, blob: Blob) => {
      resetAudience(name)
      for (const [above, blank] of Object.entries(liesOver(fields, name))) change(above, blank)
      return files.pick(name, blob)
    },
    sendAgain: files.send,
    /** Records that something is being filled in, such as a sample. */
    waitFor: (work: Promise<unknown>) => {
      filling = Promise.allSettled([filling, work])
    },
    /** Resolves once everything that was chosen is in the form and measured. */
    async settled(): Promise<void> {
      await filling
      await files.measured()
    },
    setAudience: (audience: Audience) => update({ audience }),
    refuse: (problems: Problems) => update({ problems }),
    /** Returns the first field with a problem, if there is one. */
    check(): string | undefined {
      const { values, problems } = state.get()
      const found = { ...problemsOf(fields, values), ...stillTooLarge(values, problems) }
      update({ problems: found })
      return firstOf(fields, found)
    },
    firstProblem: () => firstOf(fields, state.get().problems),
    /** Uploads the remaining files and returns the whole input; undefined if a file was refused. */
    async collect(): Promise<AppInput | undefined> {
      const sent: Record<string, string> = {}
      for (const field of shownFields(fields, state.get().values)) {
        if (!isUnsent(state.get().values[field.name])) continue
        const file = await (field.kind === 'mask' ? files.sendMask(field) : files.send(field.name))
        if (!file) return undefined
        sent[field.name] = file.id
      }
      return inputOf(fields, state.get().values, sent)
    },
  }
}

function isUnsent(value: RawValue | undefined): boolean {
  if (isFile(value)) return value.state !== 'uploaded'
  return typeof value === 'object' && value !== null && (value as MaskValue).marks?.length > 0
}

function liesOver(fields: readonly AppField[], name: string): RawValues {
  const above = fields.filter(
    (field) => (field.kind === 'mask' || field.kind === 'boxes') && field.over === name,
  )
  return Object.fromEntries(above.map((field) => [field.name, field.kind === 'mask' ? emptyMask : []]))
}

/** A retry makes no file smaller, but a failed upload may succeed now. */
function stillTooLarge(values: RawValues, problems: Problems): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => {
      const value = values[name]
      return isFile(value) && value.state === 'chosen' && value.blob.size > UPLOAD_BYTES_MAX
    }),
  )
}

function firstOf(fields: readonly AppField[], problems: Problems): string | undefined {
  return fields.find(({ name }) => problems[name] !== undefined)?.name
}
