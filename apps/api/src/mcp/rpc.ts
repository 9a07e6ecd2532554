import { z } from 'zod'

/** As JSON-RPC and MCP number them. */
export const rpcCodes = {
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const

/** An error that ends a request, with the status of its response. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly status: number
  readonly data: unknown

  constructor(code: keyof typeof rpcCodes, message: string, { status = 400, data }: RpcDetails = {}) {
    super(message)
    this.code = rpcCodes[code]
    this.status = status
    this.data = data
  }
}

interface RpcDetails {
  status?: number
  data?: unknown
}

export type RpcId = string | number

const Params = z.record(z.string(), z.unknown())

/** Requests have an id, notifications have none. */
const Message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.int()]).optional(),
  method: z.string().max(200),
  params: Params.default({}),
})

export interface Call {
  id: RpcId | undefined
  method: string
  params: Record<string, unknown>
}

/** The one message that each request contains. */
export function readMessage(body: unknown): Call {
  const message = Message.safeParse(body)
  if (!message.success) throw new RpcError('invalidRequest', 'Send one JSON-RPC 2.0 request or notification.')
  const { id, method, params } = message.data
  return { id, method, params }
}

export function resultOf(id: RpcId, result: object): object {
  return { jsonrpc: '2.0', id, result }
}

export function errorOf(id: RpcId | null, { code, message, data }: RpcError): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}

/** Validates the params of a method. */
export function readParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const read = schema.safeParse(params)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new RpcError('invalidParams', `"${issue!.path.join('.')}": ${issue!.message}`)
}
