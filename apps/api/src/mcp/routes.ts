import { randomUUID } from 'node:crypto'
import { callMcp } from '@infra/protocol/programs/mcp'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../auth/callers.ts'
import { clientDisconnected } from '../http/client-disconnected.ts'
import { type EventStream, openEventStream } from '../http/event-stream.ts'
import { mediaRoute } from '../http/route.ts'
import type { OrderDeps } from '../jobs/routes.ts'
import { callerOf, callTool } from './call-tool.ts'
import { answerMethod } from './methods.ts'
import { type OpenCalls, openCalls } from './open-calls.ts'
import { type Client, readClient } from './revisions.ts'
import { type Call, errorOf, RpcError, type RpcId, readMessage, resultOf } from './rpc.ts'
import { seal, unseal } from './sealed-state.ts'

const SESSION = 'mcp-session-id'

/** One request with who makes it. */
interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  account: Account
  call: Call
  client: Client
}

/** `/mcp`: one message per request. The response is JSON or, for a tool call, a stream that reports its progress. */
export function mcpRoutes(server: FastifyInstance, deps: OrderDeps): void {
  const calls = openCalls(deps.notifications)
  server.addHook('onClose', async () => calls.close())

  // There's neither a separate stream nor a session to end; clients read this response as no.
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.status(405).header('allow', 'POST').send()
  // Before the body is read: clients name a type for the one that they don't send.
  server.route({ url: callMcp.path, method: ['GET', 'DELETE'], onRequest: refuse, handler: refuse })

  mediaRoute(server, deps, callMcp, async ({ caller: account, body }, request, reply) => {
    let id: RpcId | null = null
    try {
      refuseForeignOrigin(deps, request)
      const call = readMessage(body)
      id = call.id ?? null
      const client = readClient(call, request.headers)
      await answer(deps, calls, { request, reply, account, call, client })
    } catch (error) {
      const known = toRpcError(error, request)
      await sendJson(reply, known.status, errorOf(id, known))
    }
  })
}

/** Other sites' pages must not call with what a browser happens to know. */
function refuseForeignOrigin({ config }: OrderDeps, { headers }: FastifyRequest): void {
  const { origin } = headers
  if (origin === undefined || origin === config.publicUrl.origin) return
  throw new RpcError('invalidRequest', 'Pages of other origins may not call this.', { status: 403 })
}

async function answer(deps: OrderDeps, calls: OpenCalls, exchange: Exchange): Promise<void> {
  const { account, call, client, reply } = exchange
  const { id, method } = call
  if (id === undefined) {
    takeNotification(deps, calls, exchange)
    await reply.status(202).send()
    return
  }
  if (method === 'tools/call') return answerTool(deps, calls, exchange, id)
  const result = await answerMethod(deps, call, {
    account,
    isModern: client.isModern,
    takesTasks: client.takesTasks,
    log: exchange.request.log,
  })
  if (method === 'initialize') reply.header(SESSION, seal(deps, `session ${callerOf(account)}`, randomUUID()))
  await sendJson(reply, 200, resultOf(id, complete(client, result)))
}

/** Before the 2026 revision a message cancels a call; since then, disconnecting does. */
function takeNotification(deps: OrderDeps, calls: OpenCalls, { request, account, call }: Exchange): void {
  const { requestId } = call.params
  if (call.method !== 'notifications/cancelled') return
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return
  calls.cancel({ by: callerOf(account), session: sessionOf(deps, request, account), request: requestId })
}

/** Which of the caller's sessions it is. One that we didn't issue to this caller doesn't count. */
function sessionOf(deps: OrderDeps, { headers }: FastifyRequest, account: Account): string {
  const given = headers[SESSION]
  return (typeof given === 'string' && unseal(deps, `session ${callerOf(account)}`, given)) || ''
}

async function answerTool(deps: OrderDeps, calls: OpenCalls, exchange: Exchange, id: RpcId): Promise<void> {
  const { request, reply, account, call, client } = exchange
  const { isModern, confirms, takesTasks, progressToken } = client
  const disconnected = clientDisconnected(reply)
  const { cancelled, end } = calls.open({
    by: callerOf(account),
    session: sessionOf(deps, request, account),
    request: id,
  })
  let stream: EventStream | undefined
  const send = (message: object) => {
    stream ??= openEventStream(request, reply)
    stream.send('message', message)
  }
  const onProgress =
    progressToken === undefined
      ? undefined
      : (part: number, stage: string) =>
          send({
            jsonrpc: '2.0',
            method: 'notifications/progress',
            params: { progressToken, progress: part, total: 1, ...(stage && { message: stage }) },
          })
  const unwanted = isModern ? AbortSignal.any([cancelled, disconnected]) : cancelled
  try {
    const result = await callTool(deps, call.params, {
      account,
      log: request.log,
      confirms,
      // A key that may not read couldn't ask for the result, so its call waits for it.
      takesTasks: takesTasks && (account.key?.scopes.includes('read') ?? true),
      onProgress,
      unwanted,
      disconnected,
    })
    if (unwanted.aborted) stream ? stream.close() : reply.status(202).send()
    else send(resultOf(id, complete(client, result)))
  } catch (error) {
    const known = toRpcError(error, request)
    if (!stream) return void (await sendJson(reply, known.status, errorOf(id, known)))
    send(errorOf(id, known))
  } finally {
    end()
    stream?.close()
  }
}

function complete({ isModern }: Client, result: object): object {
  return isModern ? { resultType: 'complete', ...result } : result
}

function toRpcError(error: unknown, request: FastifyRequest): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof Refusal)
    return new RpcError('invalidRequest', error.message, { status: 403, data: { code: error.code } })
  request.log.error({ err: error }, 'a call could not be answered')
  return new RpcError('internal', 'This went wrong on our side. Try again in a moment.', { status: 500 })
}

async function sendJson(reply: FastifyReply, status: number, message: object): Promise<void> {
  await reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(message))
}
