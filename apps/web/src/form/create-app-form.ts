import type { AppField } from '@infra/protocol/apps/app-field'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { UPLOAD_BYTES_MAX } from '@infra/protocol/files'
import { createStore, type Store } from '../store.ts'
import { sendFiles } from './files/send-files.ts'
import { inputOf, isFile, type Problems, problemsOf, shownFields } from './form-input.ts'
import type { FormOptions, FormState } from './form-state.ts'
import { emptyMask, type MaskValue, type RawValue, type RawValues } from './raw-value.ts'

export type AppForm = ReturnType<typeof createAppForm>

/** A form that is being filled in: its values, its files on their way, and what is wrong with it. */
export function createAppForm(options: FormOptions) {
  const { fields } = options.app
  const state: Store<FormState> = createStore({ ...options.start, problems: {} })
  const update = (part: Partial<FormState>) => state.set({ ...state.get(), ...part })
  const put = (name: string, value: RawValue) => update({ values: { ...state.get().values, [name]: value } })
  const blame = (name: string, problem: string) =>
    update({ problems: { ...state.get().problems, [name]: problem } })

  /** A problem stays until its field is touched. */
  function change(name: string, value: RawValue): void {
    const { [name]: _, ...problems } = state.get().problems
    update({ problems, values: { ...state.get().values, [name]: value } })
  }

  const files = sendFiles(options, { get: state.get, change, put, blame })

  return {
    state,
    /** What was painted over a picture means nothing over another. */
    change: (name: string, value: RawValue) => {
      change(name, value)
      for (const [above, blank] of Object.entries(liesOver(fields, name))) change(above, blank)
    },
    pick: (name: string, blob: Blob) => {
      for (const [above, blank] of Object.entries(liesOver(fields, name))) change(above, blank)
      return files.pick(name, blob)
    },
    sendAgain: files.send,
    setVisibility: (visibility: FormState['visibility']) => update({ visibility }),
    refuse: (problems: Problems) => update({ problems }),
    /** Returns the first field that has a problem, if one has. */
    check(): string | undefined {
      const { values, problems } = state.get()
      const found = { ...problemsOf(fields, values), ...stillTooLarge(values, problems) }
      update({ problems: found })
      return firstOf(fields, found)
    },
    firstProblem: () => firstOf(fields, state.get().problems),
    /** Sends what has not been sent, and answers the whole input; nothing where a file was refused. */
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
  if (isFile(value)) return value.state !== 'kept'
  return typeof value === 'object' && value !== null && (value as MaskValue).marks?.length > 0
}

function liesOver(fields: readonly AppField[], name: string): RawValues {
  const above = fields.filter(
    (field) => (field.kind === 'mask' || field.kind === 'boxes') && field.over === name,
  )
  return Object.fromEntries(above.map((field) => [field.name, field.kind === 'mask' ? emptyMask : []]))
}

/** Asking once more makes no file smaller; one that did not arrive, though, may arrive now. */
function stillTooLarge(values: RawValues, problems: Problems): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => {
      const value = values[name]
      return isFile(value) && value.state === 'held' && value.blob.size > UPLOAD_BYTES_MAX
    }),
  )
}

function firstOf(fields: readonly AppField[], problems: Problems): string | undefined {
  return fields.find(({ name }) => problems[name] !== undefined)?.name
}
