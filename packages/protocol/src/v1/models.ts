import { z } from 'zod'
import { PriceRule } from '../apps/price.ts'
import { endpoint } from '../endpoint.ts'
import { BODY_WITH_FILES_BYTES_MAX, UPLOAD_BYTES_MAX } from '../files.ts'
import { ordering } from './parameters.ts'

/** An app of the catalogue as OpenAI's clients know models. */
const ListedModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  /** Not known for apps: 0. */
  created: z.int(),
  owned_by: z.literal('infra'),
  infra: z.object({
    version: z.int(),
    price: PriceRule,
    endpoints: z.array(z.string()),
    nodesOnline: z.int(),
    aboutSeconds: z.int().nullable(),
  }),
})

export const listModels = endpoint({
  method: 'GET',
  path: '/models',
  summary: 'The apps.',
  caller: 'account',
  scope: 'any',
  response: z.object({ object: z.literal('list'), data: z.array(ListedModel) }),
  refusals: [],
})

export const getModel = endpoint({
  method: 'GET',
  path: '/models/{id}',
  summary: 'One app.',
  caller: 'account',
  scope: 'any',
  params: z.object({ id: z.string().min(1).max(100) }),
  response: ListedModel,
  refusals: ['app_unknown'],
})

export const runApp = endpoint({
  ...ordering,
  path: '/apps/{app}',
  summary:
    'Run any app with its own fields, as JSON or form data: the bytes of its first result, or the job where `Accept` is application/json.',
  params: z.object({ app: z.string().min(1).max(100) }),
  parts: { filesMax: 4, bytesMax: UPLOAD_BYTES_MAX },
  body: z.record(z.string(), z.unknown()),
  bodyBytesMax: 64 * 1024,
  bodyWithFilesBytesMax: BODY_WITH_FILES_BYTES_MAX,
  response: null,
  refusals: [...ordering.refusals, 'fetch_failed', 'fetch_off', 'url_refused'],
})
