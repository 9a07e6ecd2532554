import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'

export const USER = 'infra'

/** The password is in the folder of its database, so that the two are never separated. */
export const PASSWORD_FILE = 'infra-password'

/** Creates the database's files, once. They're renamed into place when complete, so kill -9 leaves none or all. */
export async function createCluster(options: {
  cluster: string
  binaries: string
  account: Account
  say: (sentence: string) => void
}): Promise<void> {
  const { cluster, binaries, account, say } = options
  const exists = await access(join(cluster, PASSWORD_FILE)).then(
    () => true,
    () => false,
  )
  if (exists) return

  say('Creating the database.')
  const fresh = `${cluster}.new`
  const passwordFile = `${cluster}.password`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'))
  await giveTo(account, fresh, 0o700)
  await giveTo(account, passwordFile, 0o600)
  await promisify(execFile)(
    join(binaries, 'bin', 'initdb'),
    [
      `--pgdata=${fresh}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...account, cwd: fresh },
  )
  await rename(passwordFile, join(fresh, PASSWORD_FILE))
  await rename(fresh, cluster)
}

async function giveTo(account: Account, path: string, mode: number): Promise<void> {
  await chmod(path, mode)
  if (account) await chown(path, account.uid, account.gid)
}
