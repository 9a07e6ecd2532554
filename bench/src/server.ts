import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@infra/postgres/start-postgres'
import pg from 'pg'
import { parentOf } from './measure.ts'

export interface Server {
  database: pg.Client
  databaseUrl: string
  /** PostgreSQL's own, the parent of all of its processes. */
  postmaster: number
  folder: string
  stop: () => Promise<void>
}

/** A real PostgreSQL with fsync on, and a folder that goes with it. */
export async function startServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-bench-'))
  // `mkdtemp` makes it ours alone; as root, PostgreSQL runs under another account.
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder: join(folder, 'postgres') })
  const database = new pg.Client(postgres.url)
  await database.connect()
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    database,
    databaseUrl: postgres.url,
    postmaster: parentOf(rows[0]!.pid),
    folder,
    stop: async () => {
      await database.end()
      await postgres.stop()
      await rm(postgres.folder, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
