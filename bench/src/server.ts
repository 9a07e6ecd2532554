import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import pg from 'pg'
import { parentOf } from './measure.ts'

export interface Server {
  database: pg.Client
  databaseUrl: string
  /** PostgreSQL's main process, the parent of its others. */
  postmaster: number
  folder: string
  stop: () => Promise<void>
}

/** A real PostgreSQL with fsync on, in its own folder. */
export async function startServer(): Promise<Server> {
  const postgres = await startTemporaryPostgres({ durable: true })
  const database = new pg.Client(postgres.url)
  await database.connect()
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    database,
    databaseUrl: postgres.url,
    postmaster: parentOf(rows[0]!.pid),
    folder: postgres.folder,
    stop: async () => {
      await database.end()
      await postgres.stop()
    },
  }
}
