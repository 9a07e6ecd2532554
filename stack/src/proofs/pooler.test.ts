import { execFile, spawn } from 'node:child_process'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accountForPostgres } from '@infra/postgres/account'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../root.ts'
import { keepOrdering, nothingAcknowledged, startCountingNode } from '../test/acknowledged-traffic.ts'
import { expectWhole, untilAllEnded } from '../test/echo-network.ts'
import { signInUsers } from '../test/retrying-users.ts'
import { startApi } from '../test/start-api.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

const PGBOUNCER = process.env.PGBOUNCER ?? 'pgbouncer'
const APIS = 3
const PEOPLE = 6
const ORDERS = 100

/** Fewer than the API processes would open for calls on their own. */
const POOL_SIZE = 4

const STUCK_AFTER_MS = 60_000

/** Only if there's one that supports prepared statements. A skipped test would count as a failed one. */
const withPooler = (await hasPooler()) ? test : () => {}

withPooler(
  'orders are placed and finished through PgBouncer with deploy/pgbouncer.ini, on few connections',
  { timeout: 120_000 },
  async () => {
    const postgres = await startTemporaryPostgres()
    onTestFinished(postgres.stop)
    const folder = await temporaryFolder()
    const pooled = await startPooler(postgres.url, join(folder, 'pgbouncer'))
    const env = {
      DATABASE_URL: pooled,
      DATABASE_DIRECT_URL: postgres.url,
      PUBLIC_URL: 'http://localhost:8080',
    }
    const apis = await Promise.all(Array.from({ length: APIS }, () => startApi(folder, env)))

    const acknowledged = nothingAcknowledged()
    const people = await signInUsers(apis, PEOPLE)
    const prefixes = apis.map(({ prefix }) => prefix)
    for (const person of people.slice(0, 2)) await startCountingNode(person, prefixes, acknowledged)
    const client = new pg.Client(postgres.url)
    await client.connect()
    onTestFinished(() => client.end())
    const isOver = () => acknowledged.orders.size >= ORDERS
    const ordering = people.map((person) => keepOrdering(person, acknowledged, isOver))
    let most = 0
    while (!isOver()) most = Math.max(most, await countConnections(client))
    await Promise.all(ordering)
    expect(await untilAllEnded(client, STUCK_AFTER_MS)).toEqual([{ open: 0 }])
    await expectWhole(client, acknowledged.orders.size)
    expect(acknowledged).toMatchObject({ refused: 0, wrong: [] })
    // Without the pooler they would open ten each.
    expect(most).toBeLessThanOrEqual(POOL_SIZE)
  },
)

test('deploy/pgbouncer.ini covers exactly the timeouts that the API sets on a connection', async () => {
  const settings = await readFile(join(ROOT, 'deploy/pgbouncer.ini'), 'utf8')
  const source = await readFile(join(ROOT, 'apps/api/src/db/client.ts'), 'utf8')
  const asked = [...source.matchAll(/^ {4}(\w+_timeout):/gm)].map(([, name]) => name!)
  expect(asked).not.toEqual([])
  const ignored = /^ignore_startup_parameters = (.*)$/m.exec(settings)![1]!.split(',')
  expect(ignored.toSorted()).toEqual(asked.toSorted())
  for (const name of asked) expect(settings).toContain(`set ${name} = `)
})

/** The connections for calls: long work has another name, and bypasses the pooler. */
async function countConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity where application_name = 'infra-api'`,
  )
  return rows[0]!.open
}

async function startPooler(databaseUrl: string, folder: string): Promise<string> {
  const account = await accountForPostgres()
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const listenPort = String(await freePort())
  await mkdir(folder)
  const users = join(folder, 'userlist.txt')
  const given: Record<string, string> = {
    'host=postgres': `host=${hostname}`,
    'port=5432': `port=${port}`,
    'dbname=infra': `dbname=${pathname.slice(1)}`,
    'listen_addr = 0.0.0.0': 'listen_addr = 127.0.0.1\nunix_socket_dir =',
    'listen_port = 6432': `listen_port = ${listenPort}`,
    '/etc/pgbouncer/userlist.txt': users,
    'default_pool_size = 40': `default_pool_size = ${POOL_SIZE}`,
  }
  let settings = await readFile(join(ROOT, 'deploy/pgbouncer.ini'), 'utf8')
  for (const [from, to] of Object.entries(given)) {
    expect(settings).toContain(from)
    settings = settings.replace(from, to)
  }
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings)
  await writeFile(users, `"${username}" "${password}"\n`)
  if (account) for (const path of [folder, file, users]) await chown(path, account.uid, account.gid)
  const pooler = spawn(PGBOUNCER, [file], { ...account, stdio: 'ignore' })
  onTestFinished(() => void pooler.kill('SIGQUIT'))
  const pooled = new URL(databaseUrl)
  pooled.port = listenPort
  pooled.pathname = '/infra'
  return pooled.href
}

async function hasPooler(): Promise<boolean> {
  const { stdout } = await promisify(execFile)(PGBOUNCER, ['--version']).catch(() => ({ stdout: '' }))
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []
  return Number(major) * 1000 + Number(minor) >= 1021
}
