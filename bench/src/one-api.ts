import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@infra/postgres/free-port'
import { startPostgres } from '@infra/postgres/start-postgres'
import pg from 'pg'
import { parentOf } from './measure.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface OneApi {
  prefix: string
  database: pg.Client
  databaseUrl: string
  pid: number
  /** PostgreSQL's own, the parent of all of its processes. */
  postmaster: number
  stop: () => Promise<void>
}

/** A real PostgreSQL with fsync on and one real API process: what is measured is the product, over HTTP. */
export async function startOneApi(extra: NodeJS.ProcessEnv = {}): Promise<OneApi> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-bench-'))
  // `mkdtemp` makes it ours alone; as root, PostgreSQL runs under another account.
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder: join(folder, 'postgres') })
  const port = extra.PORT ?? (await freePort())
  const api = spawn(process.execPath, [join(ROOT, 'apps/api/src/main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: postgres.url,
      FILES_DIR: join(folder, 'files'),
      LOG_LEVEL: 'error',
      QUEUE_PER_USER: '1000000',
      ...extra,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(api, 'message')
  const database = new pg.Client(postgres.url)
  await database.connect()
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    prefix: `http://127.0.0.1:${port}/api`,
    database,
    databaseUrl: postgres.url,
    pid: api.pid!,
    postmaster: parentOf(rows[0]!.pid),
    stop: async () => {
      await database.end()
      await end(api)
      await postgres.stop()
      await rm(postgres.folder, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
