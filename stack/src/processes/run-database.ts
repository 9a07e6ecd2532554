import { join } from 'node:path'
import { startPostgres } from '@infra/postgres/start-postgres'
import type { StackConfig } from '../config.ts'

export interface RunningDatabase {
  url: string
  stop: () => Promise<void>
}

/** The configured database, or our own in the data folder, which is restarted if it exits. */
export async function runDatabase(
  { databaseUrl, dataDir }: Pick<StackConfig, 'databaseUrl' | 'dataDir'>,
  say: (sentence: string) => void,
): Promise<RunningDatabase> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} }

  const folder = join(dataDir, 'postgres')
  let wanted = true
  let server = await startPostgres({ folder, say })
  const { url, port } = server
  const watch = () =>
    server.exited.then(async () => {
      if (!wanted) return
      say('The database ended unexpectedly; starting it again.')
      server = await startPostgres({ folder, port, say })
      watch()
    })
  watch()

  return {
    url,
    stop: async () => {
      wanted = false
      await server.stop()
    },
  }
}
