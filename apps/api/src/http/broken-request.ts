import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as afterReading } from 'node:timers/promises'
import { Refusal } from '@infra/protocol/refusal'
import type { Logger } from 'pino'
import { problemOf } from './refusals.ts'

/** Gives the peer time to read the response. A peer that never closes its side would otherwise keep the socket open. */
const LINGER_MS = 1_000

/** The last request of each connection whose headers have arrived. */
const lastRequests = new WeakMap<Socket, IncomingMessage>()

export function trackRequests(server: Server): void {
  server.on('request', (request) => lastRequests.set(request.socket, request))
}

/** Responds to a request that couldn't be parsed: there's no reply object, only a socket. */
export function answerBrokenRequest(logger: Logger, headers: Record<string, string>) {
  return async (error: Error & { code?: string }, socket: Socket): Promise<void> => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && (await hadArrived(socket))) return
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const refusal = brokenRequest(error.code)
    const requestId = randomUUID()
    logger.info({ reqId: requestId, code: refusal.code }, 'request could not be read')
    socket.end(rawRefusal(refusal, requestId, headers))
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

/**
 * On an overloaded machine, or after a pause, time limits may end before this process has read what arrived long ago: Node.js runs timers
 * first. So read all that is there, and only then decide.
 */
async function hadArrived(socket: Socket): Promise<boolean> {
  const before = lastRequests.get(socket)
  const bodyWasMissing = before?.complete === false
  let bytesRead: number
  do {
    bytesRead = socket.bytesRead
    await afterReading()
  } while (socket.bytesRead > bytesRead)
  const last = lastRequests.get(socket)
  return last !== before || (bodyWasMissing && before.complete)
}

function brokenRequest(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers_too_large', 'The headers are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('request_timeout', 'The request did not arrive in time.')
  return new Refusal('malformed_request', 'The request could not be read.')
}

function rawRefusal(refusal: Refusal, requestId: string, headers: Record<string, string>): string {
  const problem = problemOf(refusal, requestId)
  const body = JSON.stringify(problem)
  const lines = {
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': Buffer.byteLength(body),
  }
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...Object.entries(lines).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
}
