import { ApiKey } from '@infra/protocol/api-keys'
import { CatalogueApp } from '@infra/protocol/apps'
import { Credits } from '@infra/protocol/credits'
import { UploadedFile } from '@infra/protocol/files'
import { Job, JobEvent, JobFile } from '@infra/protocol/jobs'
import { JobBatch } from '@infra/protocol/jobs/batches'
import { quoteJob } from '@infra/protocol/jobs/quote-job'
import { NetworkKey } from '@infra/protocol/signatures/network-keys'
import { Receipt } from '@infra/protocol/signatures/receipts'
import { z } from 'zod'
import type * as types from '../src/types.ts'

/** By their names in `src/types.ts`; a test holds the two equal. */
const schemas = {
  Job,
  JobEvent,
  JobFile,
  App: CatalogueApp,
  Upload: UploadedFile,
  Price: quoteJob.response,
  Credits,
  Key: ApiKey,
  NetworkKey,
  Batch: JobBatch,
  Receipt,
} satisfies Record<keyof AllTypes, z.ZodType>

/** One entry per type that the client declares, so that none is forgotten. */
interface AllTypes {
  Job: types.Job
  JobEvent: types.JobEvent
  JobFile: types.JobFile
  App: types.App
  Upload: types.Upload
  Price: types.Price
  Credits: types.Credits
  Key: types.Key
  NetworkKey: types.NetworkKey
  Batch: types.Batch
  Receipt: types.Receipt
}

interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  /** Of a text that is written to a pattern: the TypeScript of it. */
  template?: string
}

/** The declarations of what the API sends, from its schemas: users of the package have neither zod nor the protocol. */
export function writeTypes(): string {
  return Object.entries(schemas)
    .map(([name, schema]) => `export type ${name} = ${typeOf(wireSchema(schema))}\n`)
    .join('')
}

/** The names of those types. */
export const typeNames = Object.keys(schemas)

function wireSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodTemplateLiteral) jsonSchema.template = templateOf(zodSchema)
    },
  }) as JsonSchema
}

function templateOf({ def }: z.ZodTemplateLiteral): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is TypeScript that is written here.
  const parts = def.parts.map((part) => (typeof part === 'object' ? '${string}' : part))
  return `\`${parts.join('')}\``
}

function typeOf(schema: JsonSchema): string {
  const { type, enum: values, anyOf, oneOf, items } = schema
  if (schema.template) return schema.template
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const alternatives = anyOf ?? oneOf
  if (alternatives) return alternatives.map(typeOf).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'object') return objectOf(schema)
  if (type === 'array') return `(${typeOf(items ?? {})})[]`
  if (type === 'integer') return 'number'
  return type ?? 'unknown'
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties && typeof additionalProperties === 'object')
    return `Record<string, ${typeOf(additionalProperties)}>`
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `  ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}\n`,
  )
  return `{\n${fields.join('')}}`
}
