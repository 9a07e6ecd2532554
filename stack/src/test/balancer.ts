import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const CHECK_EVERY_MS = 250
const CHECK_MS_MAX = 2_000

export interface Balancer {
  port: number
  /** Waits until the processes at these ports are ready. */
  untilReady: (ports: readonly number[]) => Promise<void>
}

/**
 * A minimal load balancer: requests go in turn to the processes that were ready at the last check, and are never retried. So a failed
 * request is the API's own failure.
 */
export async function startBalancer(host: string, ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  const server = createServer((inbound, outbound) => {
    const chosen = [...ready]
    if (chosen.length === 0) return void outbound.writeHead(502).end()
    forward(inbound, outbound, { agent, port: chosen[turn++ % chosen.length]! })
  })
  server.listen(0, host)
  await once(server, 'listening')

  const stopped = new AbortController()
  for (const port of ports) void keepChecking(port, ready, stopped.signal)
  onTestFinished(() => {
    stopped.abort()
    server.closeAllConnections()
    server.close()
    agent.destroy()
  })
  return {
    port: (server.address() as AddressInfo).port,
    untilReady: async (wanted) => {
      while (!wanted.every((port) => ready.has(port))) await sleep(50)
    },
  }
}

async function keepChecking(port: number, ready: Set<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(CHECK_MS_MAX),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(port)
    else ready.delete(port)
    await sleep(CHECK_EVERY_MS)
  }
}

function forward(
  inbound: IncomingMessage,
  outbound: ServerResponse,
  { agent, port }: { agent: Agent; port: number },
): void {
  const headers = { 'x-forwarded-for': inbound.socket.remoteAddress, ...inbound.headers }
  const onward = request(
    { agent, host: '127.0.0.1', port, method: inbound.method, path: inbound.url, headers },
    (answer) => {
      const { connection: _hop, ...rest } = answer.headers
      outbound.writeHead(answer.statusCode!, rest)
      answer.pipe(outbound)
      answer.on('error', () => outbound.destroy())
    },
  )
  onward.on('error', () => {
    if (outbound.headersSent) outbound.destroy()
    else outbound.writeHead(502).end()
  })
  outbound.on('close', () => onward.destroy())
  inbound.pipe(onward)
}
