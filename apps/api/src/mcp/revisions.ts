import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { type Call, RpcError } from './rpc.ts'
import { TASKS } from './tasks.ts'

/** Without a handshake: each request names its revision and its client's capabilities. */
const MODERN = '2026-07-28'

/** With a handshake, newest first. */
export const handshakeRevisions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

export const revisions = [MODERN, ...handshakeRevisions]

const meta = (name: string) => `io.modelcontextprotocol/${name}`

/** What a request says about itself and its client. */
export interface Client {
  isModern: boolean
  /** Whether it can ask its user to confirm something. */
  confirms: boolean
  /** Whether it accepts a task in place of a call's result. */
  takesTasks: boolean
  progressToken: string | number | undefined
}

const ProgressToken = z.union([z.string().max(200), z.number()])

/** The field of the params that the header `Mcp-Name` repeats. */
const named: Record<string, string> = {
  'tools/call': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** Finds out which revision a request uses, and refuses one that contradicts itself. */
export function readClient({ method, params }: Call, headers: IncomingHttpHeaders): Client {
  const about = (params._meta ?? {}) as Record<string, unknown>
  const progress = ProgressToken.safeParse(about.progressToken)
  const progressToken = progress.success ? progress.data : undefined
  const requested = headers['mcp-protocol-version']
  const stated = about[meta('protocolVersion')]
  const isModern = requested === MODERN || stated !== undefined
  if (!isModern) {
    if (requested !== undefined && !handshakeRevisions.some((one) => one === requested))
      throw unsupported(requested)
    return { isModern, confirms: false, takesTasks: false, progressToken }
  }
  if (stated === undefined)
    throw new RpcError('invalidParams', `"_meta" must have ${meta('protocolVersion')}.`)
  if (!revisions.includes(stated as string)) throw unsupported(stated)
  requireHeader(headers, 'mcp-protocol-version', stated)
  requireHeader(headers, 'mcp-method', method)
  const field = named[method]
  if (field && params[field] !== undefined) requireHeader(headers, 'mcp-name', params[field])
  const capabilities = about[meta('clientCapabilities')] as
    | { elicitation?: { form?: unknown; url?: unknown }; extensions?: Record<string, unknown> }
    | undefined
  const elicitation = capabilities?.elicitation
  // If no mode is given, it means forms.
  const confirms =
    elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  const takesTasks = capabilities?.extensions?.[TASKS] !== undefined
  return { isModern, confirms, takesTasks, progressToken }
}

function unsupported(requested: unknown): RpcError {
  return new RpcError('unsupportedVersion', 'This revision of the protocol is not spoken here.', {
    data: { supported: revisions, requested },
  })
}

/** Proxies route by the headers, so the headers must match the body. */
function requireHeader(headers: IncomingHttpHeaders, name: string, value: unknown): void {
  if (headers[name] === value) return
  throw new RpcError('headerMismatch', `The header ${name} must say the same as the body.`)
}
