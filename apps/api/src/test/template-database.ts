import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres, startPostgres } from '@infra/postgres/start-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { TEMPLATE } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-test-'))
  // `mkdtemp` makes it ours alone; as root, PostgreSQL runs under another account.
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = new URL(postgres.url)
  template.pathname = TEMPLATE
  await migrate(template.href)
  project.provide('postgresUrl', postgres.url)

  return async () => {
    await postgres.stop()
    await removePostgres(postgres)
    await rm(folder, { recursive: true })
  }
}
