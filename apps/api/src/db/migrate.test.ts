import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { eventually } from '../test/eventually.ts'
import { migrate } from './migrate.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

test('does not change a database that is up to date', async () => {
  const url = await createTestDatabase()
  const before = await rowsOf(url, 'select name, applied_at from migrations order by name')
  expect(before.length).toBeGreaterThan(0)

  await migrate(url)

  expect(await rowsOf(url, 'select name, applied_at from migrations order by name')).toEqual(before)
})

test('applies each file once, in the order of the names, and adds later ones', async () => {
  const url = await emptyDatabase()
  const files = {
    '0002-second.sql': "insert into steps values ('second')",
    '0001-first.sql': 'create table steps (step text); ' + "insert into steps values ('first')",
    'notes.md': 'not a migration',
  }
  await migrate(url, { folder: await folderOf(files) })
  await migrate(url, {
    folder: await folderOf({ ...files, '0003-third.sql': "insert into steps values ('third')" }),
  })

  expect(await rowsOf(url, 'select step from steps')).toEqual([
    { step: 'first' },
    { step: 'second' },
    { step: 'third' },
  ])
})

test('processes that start together apply each file only once', async () => {
  const url = await emptyDatabase()
  const folder = await folderOf({
    '0001-slow.sql': 'create table steps (step text); select pg_sleep(0.2)',
    '0002-count.sql': "insert into steps values ('counted')",
  })

  await Promise.all(Array.from({ length: 4 }, () => migrate(url, { folder })))

  expect(await rowsOf(url, 'select step from steps')).toEqual([{ step: 'counted' }])
})

test.for([
  ['in its statements', 'create table half (id integer); insert into nowhere values (1)'],
  [
    'when it is recorded',
    "create table half (id integer); alter table migrations add check (name like '0001%')",
  ],
])('rolls back and names a migration that fails %s', async ([, statements]) => {
  const url = await emptyDatabase()
  const good = { '0001-good.sql': 'create table kept (id integer)' }
  const bad = { '0002-bad.sql': statements! }

  await expect(migrate(url, { folder: await folderOf({ ...good, ...bad }) })).rejects.toThrow(
    'Migration 0002-bad.sql failed; the database is as it was before it.',
  )

  expect(
    await rowsOf(url, "select to_regclass('kept') is not null as kept, to_regclass('half') as half"),
  ).toEqual([{ kept: true, half: null }])
  expect(await rowsOf(url, 'select name from migrations')).toEqual([{ name: '0001-good.sql' }])
  // After the correction it succeeds: neither the lock nor half a table is in its way.
  await migrate(url, {
    folder: await folderOf({ ...good, '0002-bad.sql': 'create table half (id integer)' }),
  })
})

test('a program older than the database refuses to start and changes nothing', async () => {
  const url = await emptyDatabase()
  await migrate(url, { folder: await folderOf({ '0001-a.sql': 'select 1', '0009-newer.sql': 'select 1' }) })

  const older = await folderOf({ '0001-a.sql': 'select 1', '0002-b.sql': 'create table b (id integer)' })
  await expect(migrate(url, { folder: older })).rejects.toThrow(
    'The database was written by a newer version of Infra (0009-newer.sql). Update the program.',
  )

  expect(await rowsOf(url, "select to_regclass('b') as b")).toEqual([{ b: null }])
})

async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-migrations-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

async function emptyDatabase(): Promise<string> {
  const url = await createTestDatabase()
  await rowsOf(url, 'drop schema public cascade')
  await rowsOf(url, 'create schema public')
  return url
}

async function rowsOf(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

test('a migration of a locked table gives up in time, names who holds the lock, and succeeds once it is free', async () => {
  const url = await emptyDatabase()
  const files = { '0001-table.sql': 'create table busy (id integer)' }
  await migrate(url, { folder: await folderOf(files) })
  const holder = new pg.Client({ connectionString: url, application_name: 'the holder' })
  await holder.connect()
  await holder.query('begin; select from busy')
  const folder = await folderOf({ ...files, '0002-change.sql': 'alter table busy add column more text' })
  await expect(migrate(url, { folder, lockMs: 20 })).rejects.toThrow(
    /^Migration 0002-change.sql failed; the database is as it was before it. Others kept a table locked: process \d+ \(the holder\)/,
  )
  await holder.end()
  await migrate(url, { folder, lockMs: 1_000 })
  expect(await rowsOf(url, 'select more from busy')).toEqual([])
})

test('writers go on while an index is built concurrently', async () => {
  const url = await emptyDatabase()
  const files = { '0001-table.sql': 'create table busy (id integer)' }
  await migrate(url, { folder: await folderOf(files) })
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; insert into busy values (1)')
  const indexes = '-- concurrently\ncreate index concurrently busy_id on busy (id);'
  const folder = await folderOf({ ...files, '0002-indexes.sql': indexes })
  const migrating = migrate(url, { folder, lockMs: 30_000 })
  await eventually(async () =>
    expect(
      await rowsOf(
        url,
        `select wait_event_type as waits_for from pg_stat_activity
          where application_name = 'infra-migrate' and datname = current_database()`,
      ),
    ).toEqual([{ waits_for: 'Lock' }]),
  )
  await rowsOf(url, "set statement_timeout = '2s'; insert into busy values (2)")
  await holder.query('commit')
  await holder.end()
  await migrating
  expect(await rowsOf(url, 'select id from busy order by id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('a concurrent index that failed is built again at the next start, and the others stay', async () => {
  const url = await emptyDatabase()
  const folder = await folderOf({
    '0001-table.sql': 'create table rows (a integer, b integer); insert into rows values (1, 1), (2, 1)',
    '0002-indexes.sql': `-- concurrently
      create index concurrently rows_a on rows (a);
      create unique index concurrently rows_b on rows (b);`,
  })
  await expect(migrate(url, { folder })).rejects.toThrow(
    'Migration 0002-indexes.sql failed; what it has made stays, and the next start goes on.',
  )
  const state = () =>
    rowsOf(
      url,
      `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'rows'::regclass order by 1`,
    )
  expect(await state()).toEqual([
    { name: 'rows_a', valid: true },
    { name: 'rows_b', valid: false },
  ])
  await rowsOf(url, 'update rows set b = a')
  await Promise.all([migrate(url, { folder }), migrate(url, { folder })])
  expect(await state()).toEqual([
    { name: 'rows_a', valid: true },
    { name: 'rows_b', valid: true },
  ])
})
