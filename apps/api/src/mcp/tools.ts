import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppField, SEED_MAX } from '@infra/protocol/apps/app-field'
import { defaultOf } from '@infra/protocol/apps/app-input'
import type { PriceRule } from '@infra/protocol/apps/price'
import type { KeyScope } from '@infra/protocol/values/api-key'

interface JsonSchema {
  type: string
  [keyword: string]: unknown
}

/** A tool as `tools/list` describes it. */
export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

export function appTool(app: AppManifest): Tool {
  const needed = app.fields.filter(isNeeded).map(({ name }) => name)
  return {
    name: app.id,
    title: app.name,
    description: `${app.tagline} Costs ${describePrice(app.price)}. Runs up to ${app.limits.runSeconds} seconds.`,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(app.fields.map((field) => [field.name, fieldSchema(field)])),
        ...reserved,
      },
      required: needed,
      additionalProperties: false,
    },
    outputSchema: JOB_SCHEMA,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  }
}

/** Added to the fields of an app, which never have these names. */
const reserved = {
  maxCredits: {
    type: 'integer',
    minimum: 1,
    description: 'The most that it may cost. Dear calls need it, unless your user can be asked.',
  },
  visibility: {
    type: 'string',
    enum: ['private', 'public'],
    default: 'private',
    description: 'Who sees the result: only the owner of the key, or everyone in the feed.',
  },
} satisfies Record<string, JsonSchema>

function isNeeded(field: AppField): boolean {
  return !field.optional && !field.showIf && field.kind !== 'seed' && defaultOf(field) === undefined
}

function fieldSchema(field: AppField): JsonSchema {
  const description = [`${field.label}.`, field.help, whenAsked(field)].filter(Boolean).join(' ')
  const preset = defaultOf(field)
  return { ...valueSchema(field), description, ...(preset !== undefined && { default: preset }) }
}

function whenAsked({ showIf }: AppField): string {
  return showIf
    ? `Only where "${showIf.field}" is ${showIf.oneOf.map((value) => JSON.stringify(value)).join(' or ')}.`
    : ''
}

const FILE =
  'A data URL (data:image/png;base64,...), the result of a job (job:<id>/<output>), the id of an upload or, where this network fetches files, an https address.'

function valueSchema(field: AppField): JsonSchema {
  switch (field.kind) {
    case 'text':
    case 'longtext':
      return { type: 'string', maxLength: field.maxLength, ...(!field.optional && { minLength: 1 }) }
    case 'integer':
      return { type: 'integer', minimum: field.min, maximum: field.max }
    case 'number':
      return { type: 'number', minimum: field.min, maximum: field.max }
    case 'choice':
      return { type: 'string', enum: field.options.map(({ value }) => value) }
    case 'toggle':
      return { type: 'boolean' }
    case 'seed':
      return { type: 'integer', minimum: 0, maximum: SEED_MAX }
    case 'color':
      return { type: 'string', pattern: '^#[0-9a-f]{6}$' }
    case 'image':
    case 'audio':
    case 'mask':
      return { type: 'string', title: FILE }
    case 'boxes': {
      const side = { type: 'integer', minimum: 0 }
      return {
        type: 'array',
        maxItems: field.countMax,
        items: {
          type: 'object',
          properties: { x: side, y: side, width: side, height: side },
          required: ['x', 'y', 'width', 'height'],
        },
      }
    }
  }
}

function describePrice({ base, per }: PriceRule): string {
  const grows = per.map(
    ({ credits, of, field }) =>
      `${credits} for each ${of === 'amount' ? `of "${field}"` : `of the ${of} of "${field}"`}`,
  )
  return [`${base} ${base === 1 ? 'credit' : 'credits'}`, ...grows].join(' plus ')
}

const JOB_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    job: { type: 'string' },
    status: { type: 'string', enum: ['queued', 'running', 'finished', 'error', 'cancelled'] },
    credits: { type: 'integer' },
    outputs: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          kind: { type: 'string' },
          mime: { type: 'string' },
          bytes: { type: 'integer' },
          uri: { type: 'string' },
        },
        required: ['name', 'kind', 'mime', 'bytes', 'uri'],
      },
    },
    receipt: { type: ['object', 'null'] as unknown as string },
  },
  required: ['job', 'status', 'credits', 'outputs', 'receipt'],
}

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const jobId = { type: 'string', format: 'uuid', description: 'The id of the job.' }

/** The tools other than apps, with the scope that a key needs for them. */
export const otherTools: readonly (Tool & { scope: KeyScope })[] = [
  {
    name: 'quote',
    scope: 'order',
    title: 'What it costs',
    description: 'What a call of an app would cost. Nothing is ordered.',
    inputSchema: {
      type: 'object',
      properties: {
        app: { type: 'string', description: 'The name of the app’s tool.' },
        input: { type: 'object', description: 'As the arguments of that tool.' },
      },
      required: ['app', 'input'],
      additionalProperties: false,
    },
    annotations: reads,
  },
  {
    name: 'get_job',
    scope: 'read',
    title: 'A job',
    description: 'How a job stands, with its results. Waits up to 45 seconds for a job that is not done.',
    inputSchema: { type: 'object', properties: { id: jobId }, required: ['id'], additionalProperties: false },
    outputSchema: JOB_SCHEMA,
    annotations: reads,
  },
  {
    name: 'cancel_job',
    scope: 'order',
    title: 'Cancel a job',
    description: 'Ends a job that is not done. What of its result was not shown costs nothing.',
    inputSchema: { type: 'object', properties: { id: jobId }, required: ['id'], additionalProperties: false },
    outputSchema: JOB_SCHEMA,
    annotations: { ...reads, readOnlyHint: false, destructiveHint: true },
  },
  {
    name: 'list_jobs',
    scope: 'read',
    title: 'My jobs',
    description: 'The latest jobs, newest first.',
    inputSchema: {
      type: 'object',
      properties: { limit: { type: 'integer', minimum: 1, maximum: 25, default: 10 } },
      additionalProperties: false,
    },
    annotations: reads,
  },
  {
    name: 'balance',
    scope: 'read',
    title: 'My credits',
    description: 'How many credits there are, and how many this key can still spend.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: reads,
  },
]
