import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chown, open, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, accountForPostgres, isReachableBy, makeReachableFolder } from './account.ts'
import { findBinaries } from './binaries.ts'
import { createCluster, PASSWORD_FILE, USER } from './create-cluster.ts'
import { freePort } from './free-port.ts'
import { readPidFile, stopOrphan } from './orphan.ts'
import { stopWithParent } from './stop-with-parent.ts'

/** Where root's PostgreSQL stores its data if only root can enter the requested folder's parents. */
const SHARED_FOLDER = '/var/lib/infra'

const READY_MS_MAX = 60_000
const STOP_MS_MAX = 20_000

export interface Postgres {
  url: string
  port: number
  /** Where the data is; usually below the requested folder. */
  folder: string
  /** Settles when the server has ended, on purpose or not. */
  exited: Promise<void>
  stop: () => Promise<void>
}

interface Options {
  /** A folder for PostgreSQL alone, created if missing. The caller ensures that no one else uses it. */
  folder: string
  /** Set if a restart must be reachable at the same address; else any free port. */
  port?: number
  /** Off only for tests: a crash of the machine then loses rows. */
  durable?: boolean
  /** Called with a sentence about each step that takes time. */
  say?: (sentence: string) => void
}

/** Starts PostgreSQL on `folder`, creates the database there the first time, and waits until it accepts connections. */
export async function startPostgres({
  folder,
  port: wantedPort,
  durable = true,
  say = () => {},
}: Options): Promise<Postgres> {
  const account = await accountForPostgres()
  const home = await reachableHome(account, resolve(folder))
  if (home !== resolve(folder))
    say(`Keeping the database in ${home}, since ${folder} lies in a private folder.`)
  const binaries = await findBinaries(account, SHARED_FOLDER)
  const cluster = join(home, 'cluster')
  await makeReachableFolder(home)
  await createCluster({ cluster, binaries, account, say })
  await stopOrphan(cluster, say)

  const port = wantedPort ?? (await freePort())
  const { server, exited } = await launchUntilReady({ binaries, cluster, account, port, durable })

  return {
    url: await urlOf(cluster, port),
    port,
    folder: home,
    exited,
    stop: async () => {
      // Fast shutdown: running statements are aborted, committed ones are kept.
      server.kill('SIGINT')
      const stopped = await Promise.race([exited.then(() => true), sleep(STOP_MS_MAX, false, { ref: false })])
      if (!stopped) server.kill('SIGQUIT')
      await exited
    },
  }
}

export async function urlOf(cluster: string, port: number): Promise<string> {
  const password = await readFile(join(cluster, PASSWORD_FILE), 'utf8')
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/postgres`
}

/** The folder itself, or the one that root's PostgreSQL uses instead. */
export async function reachableHome(account: Account, folder: string): Promise<string> {
  if (await isReachableBy(account, folder)) return folder
  return join(SHARED_FOLDER, createHash('sha256').update(folder).digest('hex').slice(0, 12))
}

interface Launch {
  binaries: string
  cluster: string
  account: Account
  port: number
  durable: boolean
}

async function launchUntilReady(options: Launch): Promise<{ server: ChildProcess; exited: Promise<void> }> {
  const deadline = Date.now() + READY_MS_MAX
  for (;;) {
    const server = await launch(options)
    const exited = once(server, 'exit').then(stopWithParent(server.pid!))
    if (await isReady(server, options.cluster, deadline)) return { server, exited }
    server.kill('SIGQUIT')
    const log = await readFile(join(options.cluster, 'server.log'), 'utf8').catch(() => '')
    // Sessions of a server that was killed (kill -9) may remain for a moment until they notice.
    if (!log.includes('is still in use') || Date.now() > deadline) {
      const lastWords = log.trim().split('\n').slice(-10).join('\n')
      throw new Error(`PostgreSQL did not start. Its last words:\n${lastWords}`)
    }
    await sleep(100)
  }
}

async function launch(options: Launch): Promise<ChildProcess> {
  const { binaries, cluster, account, port, durable } = options
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(!durable && { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  }
  const log = await open(join(cluster, 'server.log'), 'w', 0o600)
  if (account) await chown(join(cluster, 'server.log'), account.uid, account.gid)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries, 'bin', 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
    ...account,
    cwd: cluster,
    // In its own process group, because Ctrl-C must reach us first, so that the API can finish before its database stops.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  await once(server, 'spawn')
  await log.close()
  return server
}

/** PostgreSQL writes its own state into its pid file; no client is needed to ask. */
async function isReady(server: ChildProcess, cluster: string, deadline: number): Promise<boolean> {
  while (Date.now() < deadline && server.exitCode === null && server.signalCode === null) {
    const state = await readPidFile(cluster)
    if (state?.pid === server.pid && state?.ready) return true
    await sleep(20)
  }
  return false
}
