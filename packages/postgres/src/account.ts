import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The system account that PostgreSQL runs under; `null` is our own. */
export type Account = { uid: number; gid: number } | null

/** PostgreSQL refuses to run as root, so for root it runs as `nobody`. */
export async function accountForPostgres(): Promise<Account> {
  if (process.getuid?.() !== 0) return null
  const passwd = await readFile('/etc/passwd', 'utf8')
  const [, , uid, gid] = passwd.match(/^nobody:.*$/m)?.[0].split(':') ?? []
  if (!uid || !gid)
    throw new Error('PostgreSQL cannot run as root, and there is no account "nobody" to run it as.')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Whether `account` may enter every folder on the way to `path`, ignoring those that don't exist yet. */
export async function isReachableBy(account: Account, path: string): Promise<boolean> {
  if (!account) return true
  for (let folder = path; ; folder = dirname(folder)) {
    const entry = await stat(folder).catch(() => undefined)
    if (entry && !mayEnter(entry, account)) return false
    if (folder === dirname(folder)) return true
  }
}

function mayEnter(
  { mode, uid, gid }: { mode: number; uid: number; gid: number },
  account: NonNullable<Account>,
): boolean {
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & 0o1) === 0o1
}

/** Creates a folder that other accounts can enter, whatever our umask says. Existing folders stay as they are. */
export async function makeReachableFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true })
  if (!firstMade) return
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await chmod(made, 0o755)
}
