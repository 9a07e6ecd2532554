import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { endWhenSilent } from './end-when-silent.ts'

/**
 * What can have happened: a job was queued (its app), a job changed (its id), a job's node told how far it is, the feed grew, a
 * public job is shown otherwise than before (`shown`: its likes, visibility or author), a node or a session ended.
 * `back`: what was rung elsewhere until now was not heard here, and whoever waits should look.
 */
export type Topic = 'queued' | 'job' | 'progress' | 'feed' | 'shown' | 'node' | 'session' | 'back'

type Listener = (subject: string) => void

export interface Bell {
  /** Tells everyone who listens, here at once and in the other API processes a moment later. */
  ring: (topic: Topic, subject: string) => void
  /** Returns what stops the listening. */
  listen: (topic: Topic, listener: Listener) => () => void
  close: () => Promise<void>
}

const CHANNEL = 'infra_bell'
const LISTEN = `listen ${CHANNEL}`
const NOTIFY = 'select pg_notify($1, payload) from unnest($2::text[]) payload'

/** Rings that come together go out together: a NOTIFY makes committing transactions wait for each other. */
const GATHER_MS = 5

/** PostgreSQL takes 8,000 bytes. */
const PAYLOAD_LENGTH_MAX = 7_000

const RECONNECT_MS = 1_000

/** A database that fell silent must not keep us from closing. */
const QUERY_MS_MAX = 5_000

/** Nobody may ring for hours: a question now and then tells a quiet bell from a dead one. */
const HEARTBEAT_MS = 10_000

/**
 * The bell between API processes: LISTEN and NOTIFY. A ring is a hint and may be lost (a process dies after its commit,
 * the connection breaks); whoever waits for one also looks for himself from time to time.
 */
export function startBell(
  databaseUrl: string,
  onError: (error: Error) => void,
  { heartbeatMs = HEARTBEAT_MS } = {},
): Bell {
  const self = randomUUID()
  const listeners = new Map<Topic, Set<Listener>>()
  let gathered: [Topic, string][] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const tell = (topic: Topic, subject: string) => {
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(subject)
  }

  const wire = holdWire(databaseUrl, {
    heartbeatMs,
    onError,
    onConnect: () => tell('back', ''),
    onPayload: (payload) => {
      const { from, rings } = JSON.parse(payload) as { from: string; rings: [Topic, string][] }
      if (from !== self) for (const [topic, subject] of rings) tell(topic, subject)
    },
  })

  function send(): void {
    timer = undefined
    const rings = gathered
    gathered = []
    if (rings.length > 0) wire.send(inParts(rings).map((part) => JSON.stringify({ from: self, rings: part })))
  }

  return {
    ring: (topic, subject) => {
      tell(topic, subject)
      if (closed) return
      gathered.push([topic, subject])
      timer ??= setTimeout(send, GATHER_MS)
    },
    listen: (topic, listener) => {
      const group = listeners.get(topic) ?? new Set()
      listeners.set(topic, group.add(listener))
      return () => group.delete(listener)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      send()
      await wire.close()
    },
  }
}

interface Wire {
  /** Lost where there is no connection at the moment. */
  send: (payloads: string[]) => void
  close: () => Promise<void>
}

interface Ear {
  heartbeatMs: number
  onError: (error: Error) => void
  onConnect: () => void
  onPayload: (payload: string) => void
}

/** One connection for all rings, made again for as long as it takes. */
function holdWire(databaseUrl: string, { heartbeatMs, onError, onConnect, onPayload }: Ear): Wire {
  let client: pg.Client | undefined
  let sending: Promise<unknown> = Promise.resolve()
  let closed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'infra-bell',
      connectionTimeoutMillis: QUERY_MS_MAX,
      query_timeout: QUERY_MS_MAX,
    })
    const gone = new Promise((resolve) => next.once('end', resolve))
    next.on('error', onError)
    next.on('notification', ({ payload = '' }) => onPayload(payload))
    try {
      await next.connect()
      endWhenSilent(next, heartbeatMs * 2)
      await next.query(LISTEN)
      client = next
      onConnect()
      // Closed while it was connecting: nobody else knows of this connection.
      if (closed) await next.end()
      await gone
    } catch (error) {
      // The loop's edge: the database is away, and will be back.
      onError(error as Error)
      await next.end().catch(() => {})
    }
    client = undefined
  }

  async function stayConnected(): Promise<void> {
    while (!closed) {
      await connect()
      if (!closed) await sleep(RECONNECT_MS)
    }
  }
  const running = stayConnected()

  // One after the other: a connection does one thing at a time.
  const ask = (text: string, values: unknown[] = []) => {
    sending = sending.then(() => client?.query(text, values)).catch(onError)
  }
  // To listen twice changes nothing.
  const heartbeat = setInterval(() => ask(LISTEN), heartbeatMs)

  return {
    send: (payloads) => ask(NOTIFY, [CHANNEL, payloads]),
    close: async () => {
      closed = true
      clearInterval(heartbeat)
      await sending
      await client?.end().catch(() => {})
      await running
    },
  }
}

function inParts(rings: [Topic, string][]): [Topic, string][][] {
  const parts: [Topic, string][][] = []
  let length = PAYLOAD_LENGTH_MAX
  for (const ring of rings) {
    const more = JSON.stringify(ring).length + 1
    if (length + more > PAYLOAD_LENGTH_MAX) {
      parts.push([])
      length = 100
    }
    parts.at(-1)!.push(ring)
    length += more
  }
  return parts
}
