import type { AppField } from '@infra/protocol/apps/app-field'
import { ignored } from '@infra/protocol/v1/parameters'
import { z } from 'zod'

/** Converts a form's values for the schema: a form has only text, so a number or boolean is parsed if text isn't accepted. */
export function valuesOf(
  schema: z.ZodType,
  fields: Record<string, string | string[]>,
): Record<string, unknown> {
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const wanted = shape[name]
      const isTaken = typeof value !== 'string' || !wanted || z.safeParse(wanted, value).success
      return [name, isTaken ? value : scalarOf(value)]
    }),
  )
}

/** The same for the fields of an app. */
export function inputOf(
  fields: readonly AppField[],
  given: Record<string, string | string[]>,
): Record<string, unknown> {
  const written: AppField['kind'][] = ['integer', 'number', 'seed', 'toggle', 'boxes']
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const kind = fields.find((field) => field.name === name)?.kind
      return [name, kind && typeof value === 'string' && written.includes(kind) ? scalarOf(value) : value]
    }),
  )
}

function scalarOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Parameters that were given but have no effect. */
export function ignoredIn(schema: z.ZodType, given: Record<string, unknown>): string[] {
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  return Object.keys(shape).filter((name) => shape[name] === ignored && (given[name] ?? null) !== null)
}

/** Without what wasn't chosen, for which the app has a default. */
export function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
}
