import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './start-postgres.ts'

/** A database for a test run, not safe against a crash of the machine unless that is asked for; stopping it removes it. */
export async function startTemporaryPostgres({ durable = false } = {}): Promise<{
  url: string
  /** For whatever else goes with it. */
  folder: string
  stop: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-postgres-'))
  // `mkdtemp` makes it ours alone; as root, PostgreSQL runs under another account.
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable })
  return {
    url: postgres.url,
    folder,
    stop: async () => {
      await postgres.stop()
      // Usually one lies in the other; not where the temporary folder is out of that account's reach.
      await rm(postgres.folder, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
