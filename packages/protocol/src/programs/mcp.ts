import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A data URL is a third larger than its file. */
const BODY_BYTES_MAX = 12 * 1024 * 1024

export const callMcp = endpoint({
  method: 'POST',
  path: '/mcp',
  summary: 'The Model Context Protocol: every app is a tool. One JSON-RPC message per request.',
  caller: 'account',
  scope: 'any',
  body: z.unknown(),
  bodyBytesMax: BODY_BYTES_MAX,
  media: 'events',
  response: null,
  limit: { count: 600, seconds: 60 },
  waits: true,
  refusals: ['not_acceptable', 'scope_missing', 'stream_limit'],
})
