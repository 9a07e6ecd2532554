import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a file until released or until this process ends; undefined if another process has it. An operating-system lock (SQLite's, since
 * Node.js offers no other): the kernel drops it with the process, so kill -9 leaves no stale lock.
 */
export function holdLock(file: string): (() => void) | undefined {
  return lockBy(file, (lock) => lock.exec('pragma locking_mode = exclusive; begin exclusive'))
}

/** Locks a file together with others who share it; as long as one of them does, `holdLock` fails. */
export function shareLock(file: string): (() => void) | undefined {
  return lockBy(file, (lock) => {
    lock.exec('begin')
    // A transaction locks nothing before it has read something.
    lock.prepare('select count(*) from sqlite_schema').get()
  })
}

function lockBy(file: string, take: (lock: DatabaseSync) => void): (() => void) | undefined {
  const lock = new DatabaseSync(file)
  try {
    take(lock)
  } catch (error) {
    lock.close()
    if (/locked|busy/i.test((error as Error).message)) return undefined
    throw error
  }
  return () => lock.close()
}
