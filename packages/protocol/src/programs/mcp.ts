import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { BODY_WITH_FILES_BYTES_MAX } from '../files.ts'

export const callMcp = endpoint({
  method: 'POST',
  path: '/mcp',
  summary: 'The Model Context Protocol: every app is a tool. One JSON-RPC message per request.',
  caller: 'account',
  scope: 'any',
  body: z.unknown(),
  bodyBytesMax: 64 * 1024,
  bodyWithFilesBytesMax: BODY_WITH_FILES_BYTES_MAX,
  media: 'events',
  response: null,
  limit: { count: 600, seconds: 60 },
  waits: true,
  refusals: ['not_acceptable', 'scope_missing', 'stream_limit'],
})
