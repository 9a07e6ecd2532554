import type { Socket } from 'node:net'
import pg from 'pg'
import { serversOf } from './database-url.ts'

/** A silent server must not use up the three seconds that a call waits for a connection. */
const ANSWER_MS_MAX = 1_500

/** How long a result is shared: while no server is the primary, every call asks. */
const SHARED_MS = 200

/**
 * While there are connections, the other servers are asked this often, so that a promotion is noticed even if the old primary still
 * responds.
 */
const RECHECK_MS = 5_000

/**
 * A promotion starts a new timeline with a higher number. So if two servers accept writes, the one on the higher timeline is the primary;
 * the other was cut off or came back.
 */
const SELECT_ROLE = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable,
  case when pg_is_in_recovery() then 0
    else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline`

interface ServerRole {
  server: string
  writable: boolean
  timeline: number
}

/** Finds out which of a database URL's servers accepts writes. */
export interface Primary {
  servers: readonly string[]
  /** The server for a new connection. */
  find: () => Promise<string>
  /** Called with each new connection: refuses it if its server isn't the primary, and ends it when another server becomes the primary. */
  attach: (client: pg.Client, server: string) => Promise<void>
  /** A connection to `server` failed, or its write was refused: the next `find` asks all servers. */
  markStale: (server: string) => void
}

const primaries = new Map<string, Primary>()

/** Shared by all connections of this process. */
export function primaryOf(databaseUrl: string): Primary {
  const primary = primaries.get(databaseUrl) ?? openPrimary(serversOf(databaseUrl))
  primaries.set(databaseUrl, primary)
  return primary
}

function openPrimary(servers: string[]): Primary {
  // A single server isn't checked: an address that moves, or a pooler, has its own way to find the primary.
  if (servers.length === 1)
    return { servers, find: async () => servers[0]!, attach: async () => {}, markStale: () => {} }
  const attached = new Map<pg.Client, string>()
  let known: string | undefined
  let mayBeStale = false
  let highest = 0
  let timer: NodeJS.Timeout | undefined
  let finding: Promise<string | undefined> | undefined

  async function findPrimary(): Promise<string | undefined> {
    // A primary that nobody doubts isn't asked, since each process would need one more connection to it.
    const sure = mayBeStale ? undefined : known
    const answers = await Promise.all(
      servers.map((server) =>
        server === sure ? { server, writable: true, timeline: highest } : readServerRole(server),
      ),
    )
    // Don't go back to an old primary that came back, even if the new one doesn't respond.
    const writable = answers.filter((one) => one?.writable && one.timeline >= highest) as ServerRole[]
    highest = Math.max(highest, ...writable.map(({ timeline }) => timeline))
    const newest = writable.filter(({ timeline }) => timeline === highest).map(({ server }) => server)
    if (newest.length === 0) return undefined
    const server = known !== undefined && newest.includes(known) ? known : newest[0]!
    // One that wasn't asked may have been doubted in the meantime.
    if (server !== sure) mayBeStale = false
    moveTo(server)
    return server
  }

  function moveTo(server: string): void {
    known = server
    for (const [client, other] of attached)
      if (other !== server) terminateConnection(client, 'another server is the primary')
  }

  function findShared(): Promise<string | undefined> {
    finding ??= findPrimary().finally(() => {
      setTimeout(() => {
        finding = undefined
      }, SHARED_MS).unref()
    })
    return finding
  }

  function pollWhileAttached(): void {
    timer ??= setInterval(() => {
      if (attached.size > 0) return void findShared()
      clearInterval(timer)
      timer = undefined
    }, RECHECK_MS).unref()
  }

  return {
    servers,
    find: async () => {
      if (known !== undefined && !mayBeStale) return known
      const found = await findShared()
      if (found === undefined) throw notPrimary('No server of DATABASE_URL takes writes.')
      return found
    },
    attach: async (client, server) => {
      const { writable, timeline } = await readRole(client)
      if (!writable || timeline < highest) throw notPrimary('The server takes no writes.')
      attached.set(client, server)
      client.once('end', () => attached.delete(client))
      pollWhileAttached()
      if (known !== undefined && known !== server) throw notPrimary('Another server is the primary.')
    },
    markStale: (server) => {
      if (server === known) mayBeStale = true
    },
  }
}

/** Ends a connection right away: pending queries fail, and the pool drops it. */
export function terminateConnection(client: pg.Client, why: string): void {
  const socket = client.connection.stream as Socket
  socket.destroy(new Error(`Connection terminated: ${why}`))
}

/** Uses its own connection; undefined if the server doesn't respond in time. */
async function readServerRole(server: string): Promise<ServerRole | undefined> {
  const client = new pg.Client({
    connectionString: server,
    application_name: 'infra-primary',
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return { server, ...(await readRole(client)) }
  } catch {
    return undefined
  } finally {
    // Not awaited, because a silent server wouldn't respond to this either.
    client.end().catch(() => {})
    setTimeout(() => terminateConnection(client, 'only its role was read'), ANSWER_MS_MAX).unref()
  }
}

async function readRole(client: pg.Client): Promise<Omit<ServerRole, 'server'>> {
  const { rows } = await client.query<Omit<ServerRole, 'server'>>(SELECT_ROLE)
  return rows[0]!
}

/** Has PostgreSQL's code for "cannot connect", so that it counts as an unavailable database and the caller should try again. */
function notPrimary(sentence: string): Error {
  return Object.assign(new Error(sentence), { code: '08001' })
}
