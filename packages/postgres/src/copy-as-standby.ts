import { execFile } from 'node:child_process'
import { appendFile, chown, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { accountForPostgres, makeReachableFolder } from './account.ts'
import { PASSWORD_FILE, USER } from './create-cluster.ts'
import { reachableHome } from './start-postgres.ts'

/** The standby's name in the primary's `synchronous_standby_names`. */
export const STANDBY = 'standby'

/**
 * Copies the files of a stopped server to `folder`. A server started there is a standby of the one at `primaryPort`. The PostgreSQL that we
 * ship has no `pg_basebackup`; a copy of a stopped server is just as good.
 */
export async function copyAsStandby(options: {
  /** The folder of the stopped server. */
  stopped: string
  folder: string
  primaryPort: number
}): Promise<void> {
  const account = await accountForPostgres()
  const home = await reachableHome(account, resolve(options.folder))
  await makeReachableFolder(home)
  const cluster = join(home, 'cluster')
  await promisify(execFile)('cp', ['-a', join(options.stopped, 'cluster'), cluster])
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  const password = await readFile(join(cluster, PASSWORD_FILE), 'utf8')
  const primary = `host=127.0.0.1 port=${options.primaryPort} user=${USER} password=${password} application_name=${STANDBY}`
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  const signal = join(cluster, 'standby.signal')
  await writeFile(signal, '', { mode: 0o600 })
  if (account) await chown(signal, account.uid, account.gid)
}
