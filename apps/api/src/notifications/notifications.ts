import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openClient } from '../db/client-class.ts'
import { closeWhenIdle } from '../db/close-when-idle.ts'

/**
 * What can have happened: a job was queued (its app), a private one, or one that is for a single node (its node), a job changed (its id), a job's node reported progress, the feed grew, a
 * public job is shown differently (`shown`: its favorites, visibility or author), a node or a session ended, an
 * API key (its hash) was made, lowered or revoked, a request for a key (its code) was answered, a call over MCP was cancelled (a hash of who calls and its id).
 * `reconnected`: notifications from other processes may have been missed, so subscribers should look for themselves.
 */
export type Topic =
  | 'queued'
  | 'queued_private'
  | 'queued_for'
  | 'job'
  | 'progress'
  | 'feed'
  | 'shown'
  | 'node'
  | 'session'
  | 'key'
  | 'mandate'
  | 'mcp_cancelled'
  | 'reconnected'

type Event = [Topic, subject: string]

type Listener = (subject: string) => void

export interface Notifications {
  /** Calls all subscribers, in this process right away and in the others a moment later. */
  publish: (topic: Topic, subject: string) => void
  /** Returns a function that unsubscribes. */
  subscribe: (topic: Topic, listener: Listener) => () => void
  close: () => Promise<void>
}

const CHANNEL = 'infra_notifications'
const LISTEN = `listen ${CHANNEL}`
const NOTIFY = 'select pg_notify($1, payload) from unnest($2::text[]) payload'

/** Events are sent in batches, because NOTIFY makes committing transactions wait for each other. */
const BATCH_MS = 5

/** PostgreSQL takes 8,000 bytes. */
const PAYLOAD_LENGTH_MAX = 7_000

const RECONNECT_MS = 1_000

/** A database that doesn't respond must not keep the process from closing. */
const QUERY_MS_MAX = 5_000

/** Nothing may be published for hours, so a query now and then distinguishes a quiet connection from a dead one. */
const HEARTBEAT_MS = 10_000

/**
 * Publish and subscribe between API processes, by LISTEN and NOTIFY. A notification is a hint and may be lost (a process is killed
 * after its commit, the connection breaks), so subscribers also poll from time to time.
 */
export function startNotifications(
  databaseUrl: string,
  onError: (error: Error) => void,
  { heartbeatMs = HEARTBEAT_MS } = {},
): Notifications {
  const self = randomUUID()
  const listeners = new Map<Topic, Set<Listener>>()
  let pending: Event[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const deliver = (topic: Topic, subject: string) => {
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(subject)
  }

  const connection = keepConnected(databaseUrl, {
    heartbeatMs,
    onError,
    onConnect: () => deliver('reconnected', ''),
    onPayload: (payload) => {
      const { from, events } = JSON.parse(payload) as { from: string; events: Event[] }
      if (from !== self) for (const [topic, subject] of events) deliver(topic, subject)
    },
  })

  function send(): void {
    timer = undefined
    const events = pending
    pending = []
    if (events.length > 0)
      connection.send(inParts(events).map((part) => JSON.stringify({ from: self, events: part })))
  }

  return {
    publish: (topic, subject) => {
      deliver(topic, subject)
      if (closed) return
      pending.push([topic, subject])
      timer ??= setTimeout(send, BATCH_MS)
    },
    subscribe: (topic, listener) => {
      const group = listeners.get(topic) ?? new Set()
      listeners.set(topic, group.add(listener))
      return () => group.delete(listener)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      send()
      await connection.close()
    },
  }
}

interface NotifyConnection {
  /** Lost if there's no connection at the moment. */
  send: (payloads: string[]) => void
  close: () => Promise<void>
}

interface ConnectionOptions {
  heartbeatMs: number
  onError: (error: Error) => void
  onConnect: () => void
  onPayload: (payload: string) => void
}

/** One connection for all events; keeps reconnecting until it succeeds. */
function keepConnected(
  databaseUrl: string,
  { heartbeatMs, onError, onConnect, onPayload }: ConnectionOptions,
): NotifyConnection {
  let client: pg.Client | undefined
  let sending: Promise<unknown> = Promise.resolve()
  let closed = false

  async function connect(): Promise<void> {
    const next = openClient(databaseUrl, {
      application_name: 'infra-notifications',
      connectionTimeoutMillis: QUERY_MS_MAX,
      query_timeout: QUERY_MS_MAX,
    })
    const gone = new Promise((resolve) => next.once('end', resolve))
    next.on('error', onError)
    next.on('notification', ({ payload = '' }) => onPayload(payload))
    try {
      await next.connect()
      closeWhenIdle(next, heartbeatMs * 2)
      await next.query(LISTEN)
      client = next
      onConnect()
      // Closed while it was connecting, so nobody else knows of this connection.
      if (closed) await next.end()
      await gone
    } catch (error) {
      // The loop continues: the database is unavailable, and will be back.
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

  // One after the other, because a connection does one thing at a time.
  const query = (text: string, values: unknown[] = []) => {
    sending = sending.then(() => client?.query(text, values)).catch(onError)
  }
  // Listening twice changes nothing.
  const heartbeat = setInterval(() => query(LISTEN), heartbeatMs)

  return {
    send: (payloads) => query(NOTIFY, [CHANNEL, payloads]),
    close: async () => {
      closed = true
      clearInterval(heartbeat)
      await sending
      await client?.end().catch(() => {})
      await running
    },
  }
}

function inParts(events: Event[]): Event[][] {
  const parts: Event[][] = []
  let length = PAYLOAD_LENGTH_MAX
  for (const event of events) {
    const more = JSON.stringify(event).length + 1
    if (length + more > PAYLOAD_LENGTH_MAX) {
      parts.push([])
      length = 100
    }
    parts.at(-1)!.push(event)
    length += more
  }
  return parts
}
