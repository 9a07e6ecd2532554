import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import { listFinishedJobs, watchFeed } from '@infra/protocol/jobs'
import { expect, onTestFinished, test } from 'vitest'
import { startKillable } from '../test/killable-program.ts'

/** Fewer than the attacker opens. */
const DESCRIPTORS = 1_200
const STREAMS_TRIED = 700
const CONNECTIONS_TRIED = 1_300

const ATTACKER = '127.0.0.1'
/** Linux has all of 127.0.0.0/8; elsewhere there is no second address on this machine. */
const OTHER = '127.0.0.2'

/** A skipped test would count as a failed one. */
const onLinux = process.platform === 'linux' ? test : () => {}

onLinux(
  '[finding X8] with 1,200 descriptors, others are served while one address opens all the connections it can',
  async () => {
    const port = await startApi()
    const streams = await Promise.all(
      Array.from({ length: STREAMS_TRIED }, () => open(port, ATTACKER, `/api${watchFeed.path}`)),
    )
    await Promise.all(Array.from({ length: CONNECTIONS_TRIED }, () => connectFrom(port)))
    // Otherwise there was no attack.
    expect(streams.filter((status) => status === 200).length).toBeGreaterThan(100)

    expect(await open(port, OTHER, '/healthz')).toBe(200)
    expect(await open(port, OTHER, '/readyz')).toBe(200)
    expect(await open(port, OTHER, `/api${listFinishedJobs.path}`)).toBe(200)
    expect(await open(port, OTHER, `/api${watchFeed.path}`)).toBe(200)
  },
)

async function startApi(): Promise<number> {
  const postgres = await startTemporaryPostgres()
  onTestFinished(postgres.stop)
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATABASE_URL: postgres.url,
    FILES_DIR: join(postgres.folder, 'files'),
    LOG_LEVEL: 'error',
  }
  startKillable('apps/api/src/main.ts', env, ['sh', '-c', `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`])
  while ((await open(port, OTHER, '/readyz')) !== 200) await sleep(50)
  return port
}

/** The status of the response, whose connection stays open until the test ends; undefined if the connection was refused. */
function open(port: number, from: string, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path, localAddress: from, agent: false })
    onTestFinished(() => void sent.destroy())
    sent.on('error', () => resolve(undefined))
    sent.on('response', (response) => {
      response.on('error', () => {})
      response.resume()
      resolve(response.statusCode)
    })
    sent.end()
  })
}

/** Waits until a connection, which sends no request, is open or refused. Later ones are accepted after it. */
async function connectFrom(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: ATTACKER })
  onTestFinished(() => void socket.destroy())
  const refused = new Promise((resolve) => socket.once('error', resolve))
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect').catch(() => {}), refused])
}
