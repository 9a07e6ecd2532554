import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@infra/protocol/client'
import { sendBugReport } from '@infra/protocol/feedback'
import { getUpload, uploadFile } from '@infra/protocol/files'
import { getMe } from '@infra/protocol/users'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { monthOf, sweepPartitions } from '../db/partitions.ts'
import { storeOf } from '../files/open-files.ts'
import { createLogger } from '../http/logger.ts'
import { createTestDatabase } from '../test/database.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { onFinished } from '../test/on-finished.ts'
import { callWith, signInSomeone } from '../test/person.ts'
import { startTestApi, type TestApi } from '../test/start-test-api.ts'
import { MANIFEST } from './backup-format.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-backup-'))
  onFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const report = { kind: 'bug', title: 'Before the backup', description: 'Or while it was taken.' } as const

function placeOf({ deps }: TestApi) {
  const { databaseUrl } = deps.config
  return { databaseUrl, store: storeOf(deps.config), tempDir: deps.files.tempDir }
}

/** Writes until stopped, each time from another address. */
async function keepWriting({ origin }: TestApi, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    const headers = () => ({ 'x-forwarded-for': `10.0.${Math.floor(turn / 250)}.${turn % 250}` })
    await createClient({ prefix: `${origin}/api`, headers })(sendBugReport, { body: report })
  }
}

async function countRows({ deps }: TestApi, table: string): Promise<number> {
  const { rows } = await deps.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  )
  return rows[0]!.count
}

test('restores the rows, files and sessions that were acknowledged before the backup', async () => {
  const folder = await emptyFolder()
  const before = await startTestApi({ env: { TRUST_PROXY: '127.0.0.1' } })
  const person = await signInSomeone(before)
  const upload = await person.call(uploadFile, {
    file: new Blob([new Uint8Array(await drawing().png().toBuffer())]),
  })
  const acknowledged = await before.call(sendBugReport, { body: report })
  const backedUp = new AbortController()
  const writing = keepWriting(before, backedUp.signal)
  const manifest = await writeBackup(placeOf(before), folder)
  backedUp.abort()
  await writing

  const databaseUrl = await createTestDatabase('template1')
  const filesDir = await emptyFolder()
  const restored = {
    databaseUrl,
    store: storeOf({ filesDir, s3: undefined }),
    tempDir: join(filesDir, 'arriving'),
  }
  await restoreBackup(restored, folder)
  const after = await startTestApi({
    env: { DATABASE_URL: databaseUrl, FILES_DIR: filesDir, PUBLIC_URL: before.deps.config.publicUrl.href },
  })

  const kept = await after.deps.db.execute(sql`select id from feedback_reports where id = ${acknowledged.id}`)
  expect(kept.rows).toHaveLength(1)
  for (const { name, rows } of manifest.tables) expect(await countRows(after, name), name).toBe(rows)
  // The old token still works because its signing key is in the backup.
  const same = callWith(after, person.tokens)
  expect((await same(getMe)).id).toBe(person.address)
  const { url, sha256 } = await same(getUpload, { params: { id: upload.id } })
  expect(sha256).toBe(upload.sha256)
  expect((await fetch(new URL(url, after.origin))).status).toBe(200)
  // New rows can be added: no sequence starts over.
  await after.call(sendBugReport, { body: report })
  await (await signInSomeone(after)).call(getMe)
})

/** All hourly figures, and the tables of the months that were detached. */
async function readFigures({ deps: { db } }: TestApi): Promise<string[]> {
  const { rows: detached } = await db.execute<{ name: string }>(
    sql`select 'archive.' || table_name as name from information_schema.tables where table_schema = 'archive' order by 1`,
  )
  const figures: string[] = []
  for (const { name } of [{ name: 'public.node_hours' }, ...detached]) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select format('%s %s', node_id, hour at time zone 'UTC') as row from ${sql.raw(name)} order by 1`,
    )
    figures.push(name, ...rows.map(({ row }) => row))
  }
  return figures
}

test('restores the figures of every month, including detached months', async () => {
  const folder = await emptyFolder()
  const before = await startTestApi()
  const { id } = await startNode(before)
  const { db, config } = before.deps
  await db.execute(sql`update node_figures set finished = 42`)
  const now = monthOf(new Date(), 6)
  const logger = createLogger(config, { write: () => {} })
  await sweepPartitions({ db, now, keepMonths: undefined }, logger)
  await db.execute(sql`insert into node_hours
    select 'node', ${now}::timestamptz + n * interval '1 month', 7 from generate_series(-9, 5) n`)
  await sweepPartitions({ db, now, keepMonths: 2 }, logger)
  const figures = await readFigures(before)
  expect(figures.filter((line) => line.startsWith('node '))).toHaveLength(15)
  expect(figures.filter((line) => line.startsWith('archive.node_hours'))).toHaveLength(3)
  await writeBackup(placeOf(before), folder)

  const databaseUrl = await createTestDatabase('template1')
  const filesDir = await emptyFolder()
  const place = { store: storeOf({ filesDir, s3: undefined }), tempDir: join(filesDir, 'arriving') }
  await restoreBackup({ ...place, databaseUrl }, folder)
  const after = await startTestApi({ env: { DATABASE_URL: databaseUrl, FILES_DIR: filesDir } })
  expect(await readFigures(after)).toEqual(figures)
  const { rows } = await after.deps.db.execute(sql`select node_id, finished from node_figures`)
  expect(rows).toEqual([{ node_id: id.toLowerCase(), finished: 42 }])
})

test('overwrites neither a backup nor a database in use, and refuses to restore an unfinished backup', async () => {
  const folder = await emptyFolder()
  const used = await startTestApi()
  await signInSomeone(used)
  await writeBackup(placeOf(used), folder)
  await expect(writeBackup(placeOf(used), folder)).rejects.toThrow(/already/)
  await expect(restoreBackup(placeOf(used), folder)).rejects.toThrow(/in use/)

  await rm(join(folder, MANIFEST))
  const empty = await startTestApi({ env: { DATABASE_URL: await createTestDatabase() } })
  await expect(restoreBackup(placeOf(empty), folder)).rejects.toThrow(/no finished backup/)
  expect(await readdir(folder)).not.toContain(MANIFEST)
})

test('[finding S8] only the owner can read a backup, and one with looser permissions can still be restored', async () => {
  const before = await startTestApi()
  const person = await signInSomeone(before)
  await person.call(uploadFile, { file: new Blob([new Uint8Array(await drawing().png().toBuffer())]) })
  const folder = join(await emptyFolder(), 'new', 'backup')
  await writeBackup(placeOf(before), folder)

  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(entries.length).toBeGreaterThan(10)
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  expect(await modeOf(folder)).toBe('700')
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    expect(await modeOf(path), path).toBe(entry.isDirectory() ? '700' : '600')
    await chmod(path, entry.isDirectory() ? 0o755 : 0o644)
  }
  await chmod(folder, 0o755)

  const filesDir = await emptyFolder()
  const place = { store: storeOf({ filesDir, s3: undefined }), tempDir: join(filesDir, 'arriving') }
  const databaseUrl = await createTestDatabase('template1')
  expect((await restoreBackup({ ...place, databaseUrl }, folder)).files).toBeGreaterThan(0)
})

test('[finding S8] refuses a folder that others can read or whose parent they can write to, and says what to do', async () => {
  const place = placeOf(await startTestApi())
  const parent = await emptyFolder()
  const folder = join(parent, 'backup')
  await mkdir(folder)
  await chmod(folder, 0o755)
  await expect(writeBackup(place, folder)).rejects.toThrow(`chmod 700 ${folder}`)
  await chmod(folder, 0o700)
  await chmod(parent, 0o777)
  await expect(writeBackup(place, folder)).rejects.toThrow(`chmod go-w ${parent}`)
  expect(await readdir(folder)).toEqual([])
  await chmod(parent, 0o1777)
  await writeBackup(place, folder)
})
