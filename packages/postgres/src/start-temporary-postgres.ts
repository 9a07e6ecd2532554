import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './start-postgres.ts'

/** A database for a test run. By default it isn't safe against a crash of the machine; stopping it removes it. */
export async function startTemporaryPostgres({ durable = false } = {}): Promise<{
  url: string
  /** A folder for any other files of the test run. */
  folder: string
  stop: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-postgres-'))
  // `mkdtemp` makes it accessible only to us; as root, PostgreSQL runs under another account.
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable })
  return {
    url: postgres.url,
    folder,
    stop: async () => {
      await postgres.stop()
      // Usually one is inside the other, except if that account can't reach the temporary folder.
      await rm(postgres.folder, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
