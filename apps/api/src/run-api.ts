import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedder } from './chat/knowledge/open-embedder.ts'
import { readConfig } from './config.ts'
import type { Db } from './db/client.ts'
import { databaseClock } from './db/clock.ts'
import { migrate } from './db/migrate.ts'
import { createLogger } from './http/logger.ts'
import { openDeps } from './open-deps.ts'
import { buildServer } from './server.ts'
import { startSweeps } from './sweeps.ts'
import { applyReferenceSetting } from './trust/trust-records.ts'
import { startWebhookSender } from './webhooks/send-webhooks.ts'

/** Long enough for requests in progress. */
const CLOSE_MS_MAX = 8_000

const CLOCK_EVERY_MS = 30_000

try {
  await main()
} catch (error) {
  // Configuration and start-up errors are for a person at a terminal, not for a log collector.
  console.error(error instanceof Error ? describe(error) : error)
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config)
  await migrate(config.databaseDirectUrl)
  const { deps, close } = await openDeps(config, {
    clockIn: followClock,
    onLost: (what, error) => logger.warn({ err: error }, `${what} connection lost`),
  })
  await applyReferenceSetting(deps)
  const leaving = new AbortController()
  const server = await buildServer(deps, logger, { leaving: leaving.signal })
  const stopSweeps = startSweeps({ ...deps, db: deps.longWorkDb }, logger)
  const webhookSender = startWebhookSender(deps, logger)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    stopSweeps()
    leaving.abort()
    // The load balancer must notice that this process is not ready before it stops listening.
    await sleep(config.drainSeconds * 1000)
    setTimeout(() => process.exit(1), CLOSE_MS_MAX).unref()
    await Promise.all([server.close(), webhookSender.close()])
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Started by the stack: when that exits, even by kill -9, the channel closes, and this process stops.
  process.on('disconnect', stop)

  await server.listen({ host: config.host, port: config.port })
  // Its weights are fetched now, so that the first question doesn't wait for them. If that fails, the first question tries again.
  openEmbedder(config.weights, (sentence) => logger.info(sentence)).catch(() => {})
  process.send?.({ ready: true })
}

async function followClock(db: Db): Promise<() => Date> {
  const { now, adjust } = await databaseClock(db)
  // If an adjustment fails, the next one makes up for it.
  setInterval(() => adjust().catch(() => {}), CLOCK_EVERY_MS).unref()
  return now
}

function describe(error: Error & { code?: string; port?: number }): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is taken by another program. Choose another one: PORT=8081 npm start`
  }
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : ''
  return error.message + cause
}
