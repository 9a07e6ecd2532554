import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a data folder until this process ends. An operating-system lock (SQLite's, since Node.js offers no other): the kernel drops it with
 * the process, so kill -9 leaves no stale lock and a reused process number can't fool us.
 */
export async function holdFolder(folder: string, url: string): Promise<() => void> {
  await mkdir(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'lock'))
  const holderFile = join(folder, 'holder.json')
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    if (!/locked|busy/i.test((error as Error).message)) throw error
    const holder = JSON.parse(await readFile(holderFile, 'utf8').catch(() => '{}'))
    throw new Error(
      [
        `Infra is already running on ${folder}${holder.url ? `, at ${holder.url} (process ${holder.pid})` : ''}.`,
        'Stop it first, or give this one a folder and a port of its own:',
        '  DATA_DIR=.data-two PORT=8081 npm start',
      ].join('\n'),
      { cause: error },
    )
  }
  await writeFile(holderFile, JSON.stringify({ pid: process.pid, url }))
  return () => lock.close()
}
