import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultProxy, startFaultProxy } from '@infra/fault-proxy/start-fault-proxy'
import { copyAsStandby, STANDBY } from '@infra/postgres/copy-as-standby'
import { readPidFile } from '@infra/postgres/orphan'
import { type Postgres, startPostgres } from '@infra/postgres/start-postgres'
import pg from 'pg'
import { onTestFinished } from 'vitest'

const ROLE = 'api'
const DATABASE = 'infra'

export interface ReplicatedServer {
  port: number
  /** For the API: a role without privileges, in the database that it owns. */
  url: string
  /** As its administrator. */
  query: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>
  /** kill -9. */
  kill: () => Promise<void>
  /** After a kill, at the same port. */
  startAgain: () => Promise<void>
}

export interface ReplicatedPostgres {
  primary: ReplicatedServer
  standby: ReplicatedServer
  /** The connection over which the standby gets what the primary writes. */
  replication: FaultProxy
}

/** A primary with a standby, by streaming replication, as in docs/operations.md. */
export async function startReplicatedPostgres(folder: string): Promise<ReplicatedPostgres> {
  const folders = { primary: join(folder, 'primary'), standby: join(folder, 'standby') }
  const empty = await startPostgres({ folder: folders.primary })
  const replication = await startFaultProxy(empty.url)
  onTestFinished(replication.close)
  await empty.stop()
  const primaryPort = Number(new URL(replication.url).port)
  await copyAsStandby({ stopped: empty.folder, folder: folders.standby, primaryPort })

  const password = randomBytes(12).toString('hex')
  const primary = await startServer(folders.primary, password, empty.port)
  const standby = await startServer(folders.standby, password)
  await primary.query(`create role ${ROLE} login password '${password}'`)
  await primary.query(`create database ${DATABASE} owner ${ROLE}`)
  await untilReplicating(primary, 'async')
  return { primary, standby, replication }
}

/** From now on the primary acknowledges nothing that the standby doesn't have. */
export async function replicateSynchronously({ primary }: ReplicatedPostgres): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${STANDBY}'`)
  await primary.query('select pg_reload_conf()')
  await untilReplicating(primary, 'sync')
}

/** The step of docs/operations.md for an operator who has lost the standby. */
export async function stopReplicatingSynchronously(primary: ReplicatedServer): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = ''`)
  await primary.query('select pg_reload_conf()')
}

async function untilReplicating(primary: ReplicatedServer, how: 'async' | 'sync'): Promise<void> {
  const ask = () =>
    primary.query(`select from pg_stat_replication where state = 'streaming' and sync_state = '${how}'`)
  while ((await ask()).length === 0) await sleep(50)
}

async function startServer(folder: string, password: string, wantedPort?: number): Promise<ReplicatedServer> {
  let server: Postgres = await startPostgres({ folder, port: wantedPort })
  onTestFinished(() => server.stop())
  const { port } = server
  return {
    port,
    url: `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`,
    query: (text) => queryOnce(server.url, text),
    kill: async () => {
      const { pid } = (await readPidFile(join(server.folder, 'cluster')))!
      process.kill(pid, 'SIGKILL')
      await server.exited
    },
    startAgain: async () => {
      server = await startPostgres({ folder, port })
    },
  }
}

async function queryOnce<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
