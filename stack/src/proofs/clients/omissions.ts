import type { Omission } from './altering-proxy.ts'

const speech = /^POST \/v1\/audio\/speech/
const transcription = /^POST \/v1\/audio\/transcriptions/
const edit = /^POST \/v1\/images\/edits/
const picture = /^POST \/v1\/images\/generations/
const chat = /^POST \/v1\/chat\/completions/
const completion = /^POST \/v1\/completions/
const models = /^GET \/v1\/models/
const app = /^POST \/v1\/apps\//
const all = /^/

const rows = { speech, transcription, edit, picture, chat, completion, models, app }
const answerHeaders = [
  ...[
    'infra-job',
    'infra-app',
    'infra-cost',
    'infra-balance',
    'infra-key-left',
    'infra-node',
    'infra-receipt',
  ],
  ...[
    'infra-ignored',
    'ratelimit',
    'ratelimit-policy',
    'x-request-id',
    'x-should-retry',
    'idempotency-replayed',
  ],
]
const errors = [
  ...['invalid_api_key', 'scope_missing', 'price_above_limit', 'unsupported_parameter', 'unknown_parameter'],
  ...['invalid_value', 'model_not_found', 'not_found', 'expired'],
]
const fields: [RegExp, string][] = [
  ...['object', 'data.id', 'data.object', 'data.created', 'data.owned_by', 'data.infra', 'owned_by'].map(
    (field): [RegExp, string] => [models, field],
  ),
  ...['type', 'audio'].map((field): [RegExp, string] => [speech, field]),
  ...[
    'text',
    'usage',
    'usage.type',
    'usage.seconds',
    'task',
    'language',
    'duration',
    'segments',
    'delta',
  ].map((field): [RegExp, string] => [transcription, field]),
  ...['id', 'seek', 'start', 'end', 'text', 'tokens', 'temperature', 'avg_logprob', 'compression_ratio'].map(
    (field): [RegExp, string] => [transcription, `segments.${field}`],
  ),
  [transcription, 'segments.no_speech_prob'],
  ...['created', 'data', 'data.b64_json', 'data.url', 'output_format'].map((field): [RegExp, string] => [
    edit,
    field,
  ]),
  ...[
    'created',
    'data.b64_json',
    'data.url',
    'output_format',
    'b64_json',
    'created_at',
    'partial_image_index',
  ].map((field): [RegExp, string] => [picture, field]),
  ...[
    'id',
    'object',
    'created',
    'model',
    'choices',
    'choices.index',
    'choices.finish_reason',
    'choices.logprobs',
  ].flatMap((field): [RegExp, string][] => [
    [chat, field],
    [completion, field],
  ]),
  ...['choices.message', 'choices.message.role', 'choices.message.content', 'choices.message.refusal'].map(
    (field): [RegExp, string] => [chat, field],
  ),
  ...['choices.delta', 'choices.delta.role', 'choices.delta.content', 'usage', 'infra', 'infra.receipt'].map(
    (field): [RegExp, string] => [chat, field],
  ),
  [completion, 'choices.text'],
  [completion, 'infra'],
  [app, 'status'],
  ...['message', 'type', 'code', 'param'].map((field): [RegExp, string] => [all, `error.${field}`]),
]
const events: [RegExp, RegExp][] = [
  [speech, /speech\.audio\.done/],
  [transcription, /transcript\.text\.done/],
  [transcription, /transcript\.text\.delta/],
  [picture, /image_generation\.partial_image/],
  [picture, /image_generation\.completed/],
  [chat, /"role":"assistant"/],
  [chat, /"finish_reason":"stop"/],
  [completion, /"finish_reason":"stop"/],
]

/** What is left out, one after the other: each must make at least one client fail. */
export const omissions: Record<string, Omission> = Object.fromEntries([
  ...Object.entries(rows).map(([name, of]) => [`the endpoint ${name}`, { of, endpoint: true }]),
  ...errors.map((error) => [`the error ${error}`, { of: all, error }]),
  ...answerHeaders.map((header) => [`the header ${header}`, { of: all, header }]),
  ...fields.map(([of, field]) => [`${field} of ${nameOf(of)}`, { of, field }]),
  ...events.map(([of, event]) => [`the events ${event.source} of ${nameOf(of)}`, { of, event }]),
] as [string, Omission][])

function nameOf(of: RegExp): string {
  return Object.entries(rows).find(([, row]) => row === of)?.[0] ?? 'errors'
}
