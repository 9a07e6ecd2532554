import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../db/migrate.ts'
import { TEMPLATE } from '../database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTemporaryPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  // It would open each of some hundred databases once a minute, for a few rows each.
  await client.query('alter system set autovacuum = off')
  await client.query('select pg_reload_conf()')
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = new URL(postgres.url)
  template.pathname = TEMPLATE
  await migrate(template.href)
  project.provide('postgresUrl', postgres.url)

  return postgres.stop
}
