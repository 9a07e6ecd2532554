import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@infra/postgres/free-port'
import { type Server, startServer } from './server.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface Api {
  prefix: string
  pid: number
  stop: () => Promise<void>
}

export interface OneApi extends Server, Api {}

/** A PostgreSQL and one real API process: this measures the product, over HTTP. */
export async function startOneApi(extra: NodeJS.ProcessEnv = {}): Promise<OneApi> {
  const server = await startServer()
  const api = await startApi(server, extra)
  return {
    ...server,
    ...api,
    stop: async () => {
      await api.stop()
      await server.stop()
    },
  }
}

/** One API process on a PostgreSQL that may have others. */
export async function startApi(server: Server, extra: NodeJS.ProcessEnv = {}): Promise<Api> {
  const port = extra.PORT ?? (await freePort())
  const api = spawn(process.execPath, [join(ROOT, 'apps/api/src/main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: server.databaseUrl,
      FILES_DIR: join(server.folder, 'files'),
      LOG_LEVEL: 'error',
      QUEUE_PER_USER: '1000000',
      QUEUE_PER_BATCH: '1000000',
      // Everyone in a benchmark comes from this machine.
      CONNECTIONS_PER_NETWORK: '1000000',
      STREAMS_PER_NETWORK: '1000000',
      REQUESTS_PER_NETWORK: '1000000',
      ...extra,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([
    once(api, 'message'),
    once(api, 'exit').then(([code]) => Promise.reject(new Error(`The API ended with code ${code}.`))),
  ])
  return { prefix: `http://127.0.0.1:${port}/api`, pid: api.pid!, stop: () => end(api) }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
