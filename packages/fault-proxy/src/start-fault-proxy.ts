import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The faults of a connection between two programs. */
export type Fault =
  /** Refuses connections and resets the open ones. */
  | { kind: 'refuse' }
  /** Resets open and new connections at once. */
  | { kind: 'reset' }
  /** Accepts connections and forwards nothing. Affected connections stay dead afterwards, as behind a firewall that lost its state. */
  | { kind: 'blackhole' }
  | { kind: 'latency'; ms: number }
  | { kind: 'trickle'; bytesPerSecond: number }
  /** Forwards this many bytes of the response on each connection, then breaks it. */
  | { kind: 'cut'; afterBytes: number }

export interface FaultProxy {
  /** The same address, through the proxy. */
  url: string
  /** Replaces the fault before, if any. */
  inject: (fault: Fault) => Promise<void>
  /** Ends the fault. */
  restore: () => Promise<void>
  close: () => void
}

interface Link {
  inbound: Socket
  outbound: Socket
  isLost: boolean
  answeredBytes: number
}

/** The current fault, and the open connections. */
interface State {
  fault: Fault | undefined
  links: Set<Link>
}

const TRICKLES_PER_SECOND = 20

/** A TCP proxy in front of the program at `url` that misbehaves on request. */
export async function startFaultProxy(url: string): Promise<FaultProxy> {
  const target = new URL(url)
  const state: State = { fault: undefined, links: new Set() }
  const open = () =>
    createServer((inbound) =>
      take(state, inbound, connect({ host: target.hostname, port: Number(target.port) })),
    )
  let server = open()
  const port = await listen(server, 0)

  // Not awaited: close() would wait for all open connections.
  function stopListening(): void {
    if (server.listening) server.close()
    for (const link of state.links) breakOff(state, link)
  }

  async function restore(): Promise<void> {
    state.fault = undefined
    if (server.listening) return
    server = open()
    await listen(server, port)
  }

  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  return {
    url: through.href,
    inject: async (next) => {
      await restore()
      state.fault = next
      if (next.kind === 'refuse') stopListening()
      if (next.kind === 'reset') for (const link of state.links) breakOff(state, link)
      if (next.kind === 'blackhole') for (const link of state.links) link.isLost = true
    },
    restore,
    close: stopListening,
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function take(state: State, inbound: Socket, outbound: Socket): void {
  const link: Link = { inbound, outbound, isLost: state.fault?.kind === 'blackhole', answeredBytes: 0 }
  state.links.add(link)
  forward(state, link, [inbound, outbound])
  forward(state, link, [outbound, inbound])
  if (state.fault?.kind === 'reset') breakOff(state, link)
}

function breakOff({ links }: State, link: Link): void {
  links.delete(link)
  link.inbound.resetAndDestroy()
  link.outbound.resetAndDestroy()
}

function forward(state: State, link: Link, [from, to]: [Socket, Socket]): void {
  let passing = Promise.resolve()
  from.setNoDelay(true)
  from.on('data', async (bytes: Buffer) => {
    from.pause()
    passing = pass(state, link, { bytes, to })
    await passing
    from.resume()
  })
  from.on('error', () => {})
  from.on('close', async () => {
    await passing
    // With the connection lost, the other side's close doesn't get through either.
    if (link.isLost) return
    state.links.delete(link)
    to.destroySoon()
  })
}

async function pass(state: State, link: Link, { bytes, to }: { bytes: Buffer; to: Socket }): Promise<void> {
  const { fault } = state
  if (fault?.kind === 'latency') await sleep(fault.ms)
  if (fault?.kind === 'trickle') {
    const step = Math.ceil(fault.bytesPerSecond / TRICKLES_PER_SECOND)
    for (let sent = 0; sent < bytes.length && !link.isLost && !to.destroyed; sent += step) {
      to.write(bytes.subarray(sent, sent + step))
      await sleep(1000 / TRICKLES_PER_SECOND)
    }
    return
  }
  if (fault?.kind === 'cut' && to === link.inbound) {
    const rest = Math.max(0, fault.afterBytes - link.answeredBytes)
    link.answeredBytes += bytes.length
    if (bytes.length >= rest) {
      to.write(bytes.subarray(0, rest), () => breakOff(state, link))
      return
    }
  }
  if (!link.isLost) to.write(bytes)
}
