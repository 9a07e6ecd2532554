import { z } from 'zod'
import { integer } from '../values/integer.ts'
import { text } from '../values/text.ts'
import { type AppField, SEED_MAX } from './app-field.ts'
import { isInlineFile } from './inline-file.ts'
import { ResultReference } from './result-reference.ts'

/** A picture's side in pixels; no file that we accept has more. */
const SIDE_MAX = 65_535

const Box = z.strictObject({
  x: integer({ min: 0, max: SIDE_MAX }),
  y: integer({ min: 0, max: SIDE_MAX }),
  width: integer({ min: 1, max: SIDE_MAX }),
  height: integer({ min: 1, max: SIDE_MAX }),
})

/** A file is named by the id of its upload, or as a result of another job. */
export type InputValue = string | number | boolean | z.infer<typeof Box>[]
export type AppInput = Record<string, InputValue>

export const AppInput: z.ZodType<AppInput, AppInput> = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(Box)]),
)

/** Checks an input against an app's fields and fills in the defaults; refuses anything that isn't a field. */
export function inputSchema(fields: readonly AppField[]): z.ZodType<AppInput> {
  return z
    .strictObject(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])))
    .transform((given, context) => {
      const input: AppInput = {}
      for (const field of fields) {
        const value = given[field.name] as InputValue | undefined
        const problem = problemOf(field, value, input)
        if (problem) context.addIssue({ code: 'custom', path: [field.name], message: problem })
        const kept = value ?? (applies(field, input) ? defaultOf(field) : undefined)
        if (kept !== undefined) input[field.name] = kept
      }
      return input
    }) as unknown as z.ZodType<AppInput>
}

/** Whether a field applies, given the fields before it. */
export function applies(field: AppField, input: AppInput): boolean {
  if (!field.showIf) return true
  return field.showIf.oneOf.includes(input[field.showIf.field] as string | boolean)
}

export function defaultOf(field: AppField): InputValue | undefined {
  return 'default' in field ? field.default : undefined
}

/** The fields whose value is a file, in the order of the form. */
export function fileFields(fields: readonly AppField[]): AppField[] {
  return fields.filter(({ kind }) => kind === 'image' || kind === 'audio' || kind === 'mask')
}

/** Draws the seeds that the person left open. */
export function drawSeeds(fields: readonly AppField[], input: AppInput, random: () => number): AppInput {
  const drawn = fields.filter(
    (field) => field.kind === 'seed' && input[field.name] === undefined && applies(field, input),
  )
  return {
    ...input,
    ...Object.fromEntries(drawn.map(({ name }) => [name, Math.floor(random() * (SEED_MAX + 1))])),
  }
}

function problemOf(field: AppField, value: InputValue | undefined, input: AppInput): string | undefined {
  const asked = applies(field, input)
  if (value !== undefined) return asked ? undefined : 'does not apply with the other choices'
  const needed = asked && !field.optional && field.kind !== 'seed' && defaultOf(field) === undefined
  return needed ? 'is required' : undefined
}

function fieldSchema(field: AppField): z.ZodType {
  return valueSchema(field).optional()
}

function valueSchema(field: AppField): z.ZodType {
  switch (field.kind) {
    case 'text':
    case 'longtext':
      return text({ min: field.optional ? 0 : 1, max: field.maxLength })
    case 'integer':
      return integer(field)
    case 'number':
      return z
        .number()
        .min(field.min)
        .max(field.max)
        .refine((value) => !Object.is(value, -0), 'must be a number')
    case 'choice':
      return z.enum(field.options.map(({ value }) => value))
    case 'toggle':
      return z.boolean()
    case 'seed':
      return integer({ min: 0, max: SEED_MAX })
    case 'color':
      return z.string().regex(/^#[0-9a-f]{6}$/, 'must look like #1a2b3c')
    case 'image':
    case 'audio':
    case 'mask':
      return z.union([z.uuid(), ResultReference], {
        error: ({ input }) =>
          isInlineFile(input)
            ? 'must be uploaded first here, and named by its id'
            : 'must be the id of an uploaded file, job:<id>/<output>, a data URL or an https address',
      })
    case 'boxes':
      return z.array(Box).max(field.countMax)
  }
}
