import { DatabaseSync } from 'node:sqlite'

/**
 * Holds a file until released or until this process ends, or says that another does. An operating-system lock (SQLite's,
 * since Node.js offers no other): the kernel drops it with the process, so kill -9 leaves no stale lock.
 */
export function holdLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (/locked|busy/i.test((error as Error).message)) return undefined
    throw error
  }
  return () => lock.close()
}
