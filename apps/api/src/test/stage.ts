import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, createClient } from '@infra/protocol/client'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { chainAt } from '../chain.ts'
import { readConfig } from '../config.ts'
import { startBell } from '../db/bell.ts'
import { connect } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { openFiles } from '../files/open-files.ts'
import { accountSessionsIn } from '../http/account-sessions.ts'
import { createLogger } from '../http/logger.ts'
import { networkKeyIn } from '../http/network-key.ts'
import { nodeSessionsIn } from '../http/node-sessions.ts'
import { signingKeysIn } from '../http/signing-keys.ts'
import { buildServer, type ServerOptions } from '../server.ts'
import { createTestDatabase } from './database.ts'

export interface Stage {
  deps: Deps
  /** `http://127.0.0.1:…`, over real HTTP. */
  origin: string
  /** A visitor's way in. */
  call: Call
  /** What the test says the time is. */
  clock: { now: Date }
  /** Every line logged so far. */
  logs: Record<string, unknown>[]
  server: FastifyInstance
}

/** The real packs, fetched once and kept where a clean install does not lose more than it must. */
const WEIGHTS_CACHE =
  process.env.WEIGHTS_CACHE ?? join(import.meta.dirname, '../../../../node_modules/.cache/infra-weights')

interface Options extends Pick<ServerOptions, 'timeLimits' | 'leaving'> {
  env?: Record<string, string>
  addRoutes?: (api: FastifyInstance, deps: Deps) => void
}

/** The whole API on a database of its own; goes away with the test file. */
export async function stage({ env = {}, addRoutes, timeLimits, leaving }: Options = {}): Promise<Stage> {
  const filesDir = await mkdtemp(join(tmpdir(), 'infra-files-'))
  const config = readConfig({
    DATABASE_URL: env.DATABASE_URL ?? (await createTestDatabase()),
    PORT: '0',
    LOG_LEVEL: 'info',
    FILES_DIR: filesDir,
    WEIGHTS_CACHE,
    ...env,
  })
  const connection = connect(config.databaseUrl, () => {})
  const clock = { now: new Date('2026-01-01T12:00:00Z') }
  const now = () => clock.now
  const bell = startBell(config.databaseUrl, () => {})
  const deps: Deps = {
    config,
    db: connection.db,
    keys: signingKeysIn(connection.db, now),
    chain: config.rpcUrl ? chainAt(config.rpcUrl) : undefined,
    files: await openFiles(config, connection.db),
    bell,
    networkKey: networkKeyIn(connection.db, now),
    accountSessions: accountSessionsIn(connection.db, bell),
    nodeSessions: nodeSessionsIn(connection.db, bell),
    now,
  }
  const logs: Record<string, unknown>[] = []
  const logger = createLogger(config, { write: (line) => void logs.push(JSON.parse(line)) })
  const server = await buildServer(deps, logger, {
    addRoutes: (api) => addRoutes?.(api, deps),
    timeLimits,
    leaving,
  })
  await server.listen({ host: config.host, port: 0 })
  afterAll(async () => {
    await server.close()
    await deps.bell.close()
    await connection.close()
    await rm(filesDir, { recursive: true })
  })

  const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { deps, origin, call: createClient({ prefix: origin + config.apiPrefix }), clock, logs, server }
}
