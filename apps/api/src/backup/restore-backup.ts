import { createReadStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openClient } from '../db/client-class.ts'
import { migrate } from '../db/migrate.ts'
import { type BlobFacts, keysOf } from '../files/file-rules.ts'
import { diskStore } from '../files/storage/disk-store.ts'
import type { FileStore } from '../files/storage/file-store.ts'
import { FILES, MANIFEST, Manifest, qualifiedName, TABLES } from './backup-format.ts'
import { copyFile } from './copy-file.ts'

/** Restores into an empty database. A newer version of the API migrates it when it starts. */
export async function restoreBackup(
  { databaseUrl, store, tempDir }: { databaseUrl: string; store: FileStore; tempDir: string },
  folder: string,
): Promise<Manifest> {
  const manifest = Manifest.parse(JSON.parse(await readManifest(folder)))
  const client = openClient(databaseUrl, { application_name: 'infra-restore' })
  await client.connect()
  try {
    await refuseUsed(client)
    await migrate(databaseUrl, { until: manifest.migration })
    await client.query('begin')
    for (const table of manifest.tables.toReversed()) await clearTable(client, table)
    for (const table of manifest.tables) {
      // Removes what triggers wrote while earlier tables were filled.
      await clearTable(client, table)
      await fillTable(client, table, folder)
    }
    for (const { name, value } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [`public."${name}"`, value])
    }
    // Before the commit, so that no visible row names a missing file.
    await putFiles(client, { store, tempDir }, folder)
    await client.query('commit')
    return manifest
  } finally {
    await client.end()
  }
}

function readManifest(folder: string): Promise<string> {
  return readFile(join(folder, MANIFEST), 'utf8').catch((cause) => {
    throw new Error(`${folder} holds no finished backup: there is no ${MANIFEST}.`, { cause })
  })
}

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('public.users') as users`)
  if (rows[0].users === null) return
  const used = await client.query('select from users limit 1')
  if (used.rowCount === 0) return
  throw new Error('The database is in use. A backup is restored into an empty one, so that nothing is lost.')
}

type Table = Manifest['tables'][number]

/**
 * Deletes what migrations and a first start wrote, and creates the tables of detached months. Append-only tables are left alone: an unused
 * database has no rows in them.
 */
async function clearTable(client: pg.Client, table: Table): Promise<void> {
  const name = qualifiedName(table)
  if (table.detachedFrom !== undefined) {
    await client.query(
      `create table if not exists ${name} (like public."${table.detachedFrom}" including all)`,
    )
  }
  const { rowCount } = await client.query(`select from ${name} limit 1`)
  if (rowCount) await client.query(`delete from ${name}`)
}

async function fillTable(client: pg.Client, table: Table, folder: string): Promise<void> {
  const { name, columns, rows } = table
  const list = columns.map((column) => `"${column}"`).join(', ')
  const filling = client.query(copyFrom(`copy ${qualifiedName(table)} (${list}) from stdin`))
  await pipeline(createReadStream(join(folder, TABLES, name)), filling)
  if (filling.rowCount !== rows) {
    throw new Error(`The backup has ${filling.rowCount} rows of ${name}, and should have ${rows}.`)
  }
}

async function putFiles(
  client: pg.Client,
  { store, tempDir }: { store: FileStore; tempDir: string },
  folder: string,
): Promise<void> {
  await mkdir(tempDir, { recursive: true, mode: 0o700 })
  const source = diskStore(join(folder, FILES))
  const { rows } = await client.query<Pick<BlobFacts, 'sha256' | 'kind'>>('select sha256, kind from blobs')
  for (const key of rows.flatMap(keysOf)) await copyFile({ from: source, to: store, tempDir }, key)
}
