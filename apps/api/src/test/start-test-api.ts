import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, createClient } from '@infra/protocol/client'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { createLogger } from '../http/logger.ts'
import { openDeps } from '../open-deps.ts'
import { buildServer, type ServerOptions } from '../server.ts'
import { createTestDatabase } from './database.ts'
import { onFinished } from './on-finished.ts'
import { warnings } from './run/report-warnings.ts'

export interface TestApi {
  deps: Deps
  /** `http://127.0.0.1:…`, over real HTTP. */
  origin: string
  /** Calls as a visitor. */
  call: Call
  /** The API's clock, which the test can set. */
  clock: { now: Date }
  /** Every line logged so far. */
  logs: Record<string, unknown>[]
  server: FastifyInstance
  /** Closes before the end of the test, for tests that start many. */
  close: () => Promise<void>
}

/** The real weights, fetched once and cached. */
const WEIGHTS_CACHE =
  process.env.WEIGHTS_CACHE ?? join(import.meta.dirname, '../../../../node_modules/.cache/infra-weights')

/** Of pino. */
const WARN = 40

interface Options extends Pick<ServerOptions, 'timeLimits' | 'leaving' | 'descriptors'> {
  env?: Record<string, string>
  addRoutes?: (api: FastifyInstance, deps: Deps) => void
}

/** Starts the whole API on a database of its own. It is closed with the test or the file. */
export async function startTestApi({ env = {}, addRoutes, ...options }: Options = {}): Promise<TestApi> {
  const filesDir = await mkdtemp(join(tmpdir(), 'infra-files-'))
  const config = readConfig({
    DATABASE_URL: env.DATABASE_URL ?? (await createTestDatabase()),
    PORT: '0',
    LOG_LEVEL: 'info',
    FILES_DIR: filesDir,
    WEIGHTS_CACHE,
    ...env,
  })
  const clock = { now: new Date('2026-01-01T12:00:00Z') }
  const { deps, close } = await openDeps(config, { clockIn: async () => () => clock.now, onLost: () => {} })
  const logs: Record<string, unknown>[] = []
  const write = (text: string) => {
    const line = JSON.parse(text)
    logs.push(line)
    if (line.level >= WARN) warnings.push(text)
  }
  const logger = createLogger(config, { write })
  const server = await buildServer(deps, logger, {
    addRoutes: (api) => addRoutes?.(api, deps),
    ...options,
  })
  await server.listen({ host: config.host, port: 0 })
  const closeOnce = once(async () => {
    await server.close()
    await close()
    await rm(filesDir, { recursive: true })
  })
  onFinished(closeOnce)

  const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return {
    deps,
    origin,
    call: createClient({ prefix: origin + config.apiPrefix }),
    clock,
    logs,
    server,
    close: closeOnce,
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
