import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AppInput } from '../infra.ts'
import type { App } from '../types.ts'
import { readAll, type Shell, UsageError } from './shell.ts'

type Field = App['fields'][number]
type Given = Record<string, string | boolean | undefined>

/** An app's fields as command-line options; booleans also have a `--no-` form. */
export function fieldOptions(fields: readonly Field[]): Record<string, { type: 'string' | 'boolean' }> {
  const options: ReturnType<typeof fieldOptions> = {}
  for (const { name, kind } of fields) {
    options[name] = { type: kind === 'toggle' ? 'boolean' : 'string' }
    if (kind === 'toggle') options[`no-${name}`] = { type: 'boolean' }
  }
  return options
}

/** The input that was typed. The API checks it; this only converts it to the field's type. */
export async function readInput(fields: readonly Field[], given: Given, shell: Shell): Promise<AppInput> {
  const fromStdin = fields.filter(({ name }) => given[name] === '-')
  if (fromStdin.length > 1) throw new UsageError('Only one field can be read from standard input.')
  const input: AppInput = {}
  for (const field of fields) {
    if (given[`no-${field.name}`]) input[field.name] = false
    const value = given[field.name]
    if (value === undefined) continue
    input[field.name] = typeof value === 'boolean' ? value : await typedValue(field, value, shell)
  }
  return input
}

async function typedValue(field: Field, text: string, shell: Shell): Promise<AppInput[string]> {
  switch (field.kind) {
    case 'image':
    case 'audio':
    case 'mask':
      return fileOf(field, text, shell)
    case 'integer':
    case 'number':
    case 'seed':
      return numberOf(field, text)
    case 'boxes':
      return boxesOf(field, text)
    default:
      return textOf(text, shell)
  }
}

async function fileOf({ name }: Field, text: string, shell: Shell): Promise<AppInput[string]> {
  if (text === '-') return new Blob([await readAll(shell.stdin)])
  if (text.startsWith('@')) return new File([await readFile(text.slice(1))], basename(text.slice(1)))
  if (/^(job|https):|^[0-9a-f-]{36}$/.test(text)) return text
  throw new UsageError(`--${name} takes @file, - for standard input, job:<id>/<output>, or an https address.`)
}

/** `@` reads a file and `-` reads standard input; text that begins with `@` is written with two. */
async function textOf(text: string, shell: Shell): Promise<string> {
  if (text === '-') return (await readAll(shell.stdin)).toString()
  if (text.startsWith('@@')) return text.slice(1)
  return text.startsWith('@') ? readFile(text.slice(1), 'utf8') : text
}

function numberOf({ name }: Field, text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) throw new UsageError(`--${name} takes a number.`)
  return number
}

function boxesOf({ name }: Field, text: string): object[] {
  try {
    const boxes: unknown = JSON.parse(text)
    if (Array.isArray(boxes)) return boxes
  } catch {
    // Reported below, like JSON that isn't a list.
  }
  throw new UsageError(`--${name} takes a list in JSON: [{"x":0,"y":0,"width":10,"height":10}].`)
}
