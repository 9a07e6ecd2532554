import { join } from 'node:path'
import { findRunningPostgres } from '@infra/postgres/find-running-postgres'
import type { StackConfig } from '../config.ts'
import { holdFolder } from './hold-folder.ts'
import { runDatabase } from './run-database.ts'

/** Runs `work` on the database of this stack; if the stack isn't running, its database is started for it. */
export async function withDatabase<T>(config: StackConfig, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return work(config.databaseUrl)
  let release: () => void
  try {
    release = await holdFolder(config.dataDir, config.publicUrl)
  } catch (error) {
    const url = await findRunningPostgres(join(config.dataDir, 'postgres'))
    if (!url) throw error
    return work(url)
  }
  const database = await runDatabase(config, console.log)
  try {
    return await work(database.url)
  } finally {
    await database.stop()
    release()
  }
}
