import type { AppManifest } from '@infra/protocol/apps/app'
import type { AppField } from '@infra/protocol/apps/app-field'
import { type AppInput, applies, inputSchema } from '@infra/protocol/apps/app-input'
import { type FileFacts, priceOf } from '@infra/protocol/apps/price'
import { problemMessage } from './problem-messages.ts'
import type { Box, FileValue, MaskValue, RawValue, RawValues } from './raw-value.ts'

/** A placeholder for the id of a file that is not uploaded yet. */
export const TO_BE_SENT = '00000000-0000-0000-0000-000000000000'

/** What is wrong, by field, phrased to follow its label. */
export type Problems = Readonly<Record<string, string>>

/** The visible fields, given the values of those before them. */
export function shownFields(fields: readonly AppField[], values: RawValues): AppField[] {
  const input: AppInput = {}
  return fields.filter((field) => {
    if (!applies(field, input)) return false
    const value = inputValue(field, values[field.name]!)
    if (value !== undefined) input[field.name] = value as AppInput[string]
    return true
  })
}

/** The input as it's submitted, with the ids of files that were uploaded meanwhile. */
export function inputOf(
  fields: readonly AppField[],
  values: RawValues,
  sent: Readonly<Record<string, string>> = {},
): AppInput {
  const entries = shownFields(fields, values).map((field) => [
    field.name,
    sent[field.name] ?? inputValue(field, values[field.name]!),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

export function problemsOf(fields: readonly AppField[], values: RawValues): Problems {
  const problems: Record<string, string> = {}
  const shown = shownFields(fields, values)
  const checked = inputSchema(fields).safeParse(inputOf(fields, values))
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = shown.find(({ name }) => name === path[0])
    if (field) problems[field.name] ??= problemMessage(field, values[field.name]!, message)
  }
  for (const field of shown) {
    const problem = fileProblem(field, values)
    if (problem) problems[field.name] ??= problem
  }
  return problems
}

/** Undefined if a job of that size has no price. */
export function priceFor(app: Pick<AppManifest, 'fields' | 'price'>, values: RawValues): number | undefined {
  const given = inputOf(app.fields, values)
  const files = Object.fromEntries(
    app.fields.map((field): [string, FileFacts] => [field.name, factsOf(values[field.name]!)]),
  )
  try {
    return priceOf(app.price, withDefaults(app.fields, given), files)
  } catch {
    return undefined
  }
}

function withDefaults(fields: readonly AppField[], input: AppInput): AppInput {
  const checked = inputSchema(fields).safeParse(input)
  return checked.success ? checked.data : input
}

function factsOf(value: RawValue): FileFacts {
  return isFile(value) ? value.file : {}
}

export function isFile(value: RawValue | undefined): value is FileValue {
  return typeof value === 'object' && value !== null && 'state' in value
}

/** Checks before the upload what the network would refuse after it. */
function fileProblem(field: AppField, values: RawValues): string | undefined {
  const value = values[field.name]
  if (!isFile(value)) return undefined
  const { width, height, seconds } = value.file
  if (field.kind === 'image' && field.sideMax && Math.max(width ?? 0, height ?? 0) > field.sideMax)
    return `can have at most ${field.sideMax} pixels per side`
  if (field.kind === 'audio' && (seconds ?? 0) > field.secondsMax)
    return `can last at most ${field.secondsMax} seconds`
  return undefined
}

function inputValue(field: AppField, value: RawValue): AppInput[string] | undefined {
  switch (field.kind) {
    case 'text':
    case 'longtext':
      return (value as string).trim() === '' && mayBeMissing(field) ? undefined : (value as string)
    case 'choice':
    case 'color':
      return (value as string) === '' ? undefined : (value as string)
    case 'integer':
    case 'number':
      return (value as string).trim() === '' && mayBeMissing(field) ? undefined : numberIn(value as string)
    case 'seed':
      return (value as string).trim() === '' ? undefined : numberIn(value as string)
    case 'toggle':
      return value as boolean
    case 'image':
    case 'audio':
      return fileId(value as FileValue | null)
    case 'mask':
      return maskId(value as MaskValue)
    case 'boxes':
      return (value as readonly Box[]).length === 0 ? undefined : [...(value as readonly Box[])]
  }
}

/** If a field with a default was emptied, it must not be left out, or the user would unknowingly get the default. */
function mayBeMissing(field: { optional?: boolean; default?: unknown }): boolean {
  return field.optional === true || field.default === undefined
}

/** Returns NaN for anything that isn't a number, which the schema refuses. `Number` alone would accept '' and '0x10'. */
function numberIn(text: string): number {
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN
}

function fileId(value: FileValue | null): string | undefined {
  if (!value) return undefined
  return value.state === 'uploaded' ? value.file.id : TO_BE_SENT
}

function maskId({ marks, base }: MaskValue): string | undefined {
  if (marks.length > 0) return TO_BE_SENT
  return base?.id
}
