import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openClient } from '../db/client-class.ts'
import { type BlobFacts, keysOf } from '../files/file-rules.ts'
import { diskStore } from '../files/storage/disk-store.ts'
import type { FileStore } from '../files/storage/file-store.ts'
import { FILES, MANIFEST, type Manifest, qualifiedName, TABLES } from './backup-format.ts'
import { copyFile } from './copy-file.ts'
import { makePrivateFolder } from './make-private-folder.ts'

/**
 * Writes all rows of one snapshot, while others go on writing, and all files that those rows name. Files never change, and an unused one is
 * kept for an hour, so they can be copied after the rows.
 */
export async function writeBackup(
  { databaseUrl, store }: { databaseUrl: string; store: FileStore },
  folder: string,
): Promise<Manifest> {
  await makePrivateFolder(folder)
  for (const part of [TABLES, FILES]) await mkdir(join(folder, part), { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).includes(MANIFEST)) throw new Error(`There is a backup in ${folder} already.`)
  const client = openClient(databaseUrl, { application_name: 'infra-backup' })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const tables = await listTables(client)
    if (tables.length === 0) throw new Error('There is nothing to back up: this database was never used.')
    const counted: Manifest['tables'] = []
    for (const table of tables) counted.push({ ...table, rows: await copyTable(client, table, folder) })
    const sequences = await readSequences(client)
    const [newest] = (await client.query<{ name: string }>('select max(name) as name from migrations')).rows
    const files = await copyFiles(client, store, folder)
    const { name: migration } = newest!
    const takenAt = new Date().toISOString()
    const manifest: Manifest = { format: 1, takenAt, migration, tables: counted, sequences, files }
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    return manifest
  } finally {
    await client.end()
  }
}

type Table = Omit<Manifest['tables'][number], 'rows'>

/** Referenced tables come first. A partitioned table counts as one table; detached months follow, each by itself. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `select c.relname as name,
      (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((select json_agg(r.relname) from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as needs
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
    order by 1`,
  )
  const ordered: Table[] = []
  const isThere = (name: string) => ordered.some((table) => table.name === name)
  while (ordered.length < rows.length) {
    const next = rows.find(({ name, needs }) => !isThere(name) && needs.every(isThere))
    if (!next) throw new Error('The tables refer to each other in a circle.')
    ordered.push({ name: next.name, columns: next.columns })
  }
  return [...ordered, ...(await listDetached(client))]
}

async function listDetached(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Required<Table>>(
    `select c.relname as name, regexp_replace(c.relname, '_(first|[0-9]{4}_[0-9]{2})$', '') as "detachedFrom",
      (select json_agg(attname order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'archive' order by 1`,
  )
  return rows
}

async function copyTable(client: pg.Client, table: Table, folder: string): Promise<number> {
  const list = table.columns.map((column) => `"${column}"`).join(', ')
  // Uses a query instead of the table, because a partitioned table can't be copied out.
  const rows = client.query(copyTo(`copy (select ${list} from ${qualifiedName(table)}) to stdout`))
  await pipeline(rows, createWriteStream(join(folder, TABLES, table.name), { mode: 0o600 }))
  return rows.rowCount
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`,
  )
  return rows
}

async function copyFiles(client: pg.Client, store: FileStore, folder: string): Promise<number> {
  const { rows } = await client.query<Pick<BlobFacts, 'sha256' | 'kind'> & { loose: boolean }>(
    'select sha256, kind, exists (select from loose_blobs l where l.sha256 = b.sha256) as loose from blobs b',
  )
  const target = diskStore(join(folder, FILES), 0o700)
  let copied = 0
  for (const { sha256, kind, loose } of rows) {
    for (const key of keysOf({ sha256, kind })) {
      const isCopied = await copyFile({ from: store, to: target, tempDir: join(folder, FILES) }, key)
      // Small pictures have no thumbnails, and an unused file may be swept in the meantime.
      if (!isCopied && key === sha256 && !loose) throw new Error(`The file ${sha256} is missing.`)
      if (isCopied) copied++
    }
  }
  return copied
}
