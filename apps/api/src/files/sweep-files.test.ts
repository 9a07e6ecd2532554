import { randomUUID } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attemptFiles, blobs, looseBlobs, uploads } from '../db/tables.ts'
import { endedJob } from '../test/ended-job.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { storeTestOutput } from '../test/store-test-output.ts'
import { uploader } from '../test/uploader.ts'
import { keysOf } from './file-rules.ts'
import { dropAttemptFiles, dropFiles, useFiles } from './file-uses.ts'
import type { FileStore } from './storage/file-store.ts'
import { sweepFiles } from './sweep-files.ts'

const testApi = await startTestApi()
const { clock, deps } = testApi
const { db } = deps
const { send } = uploader(testApi)
const HOUR_MS = 60 * 60_000
const store = deps.files.store

let made = 0
/** Bytes that no other test has. */
function sound(): Buffer {
  made++
  return wavOf({ seconds: 0.1 + made / 1000 })
}

const isThere = async (key: string) => {
  const opened = await store.open(key)
  opened?.content.destroy()
  return opened !== undefined
}
const known = async (sha256: string) =>
  (await db.select().from(blobs).where(eq(blobs.sha256, sha256))).length > 0

/** The hour of the database's clock that a file stays loose. */
const anHourPasses = () =>
  db.update(looseBlobs).set({ since: sql`${looseBlobs.since} - interval '61 minutes'` })
const sweepTwiceWithAnHourBetween = async () => {
  await sweepFiles(deps)
  await anHourPasses()
  await sweepFiles(deps)
}

test('removes an upload that no job uses a day and an hour later, with its thumbnails', async () => {
  const file = await send(await drawing({ width: 90 }).png().toBuffer())
  const keys = keysOf({ sha256: file.sha256, kind: 'image' })
  expect(keys).toHaveLength(5)
  await sweepTwiceWithAnHourBetween()
  for (const key of keys) expect(await isThere(key)).toBe(true)

  clock.now = new Date(file.expiresAt.getTime() + 1)
  await sweepFiles(deps)
  expect(await db.select().from(uploads).where(eq(uploads.id, file.id))).toEqual([])
  // A job that was just being submitted may still refer to it.
  for (const key of keys) expect(await isThere(key)).toBe(true)
  await anHourPasses()
  await sweepFiles(deps)
  for (const key of keys) expect(await isThere(key)).toBe(false)
  expect(await known(file.sha256)).toBe(false)
})

test('keeps a file as long as any job uses it', async () => {
  const file = await send(sound(), 'a.wav')
  const [one, two] = [await endedJob(deps), await endedJob(deps)]
  for (const job of [one, two]) {
    await useFiles(db, job, [{ role: 'input', name: 'sound', sha256: file.sha256 }], false)
  }
  clock.now = new Date(file.expiresAt.getTime() + 1)
  await sweepTwiceWithAnHourBetween()
  await dropFiles(db, [one])
  await sweepTwiceWithAnHourBetween()
  expect(await isThere(file.sha256)).toBe(true)

  await dropFiles(db, [two])
  await sweepTwiceWithAnHourBetween()
  expect(await isThere(file.sha256)).toBe(false)
})

test('removes what a node sent with its attempt, or after a day', async () => {
  const attemptId = randomUUID()
  const failed = await storeTestOutput(deps, 'audio', sound(), { attemptId })
  const unused = await storeTestOutput(deps, 'audio', sound())
  await dropAttemptFiles(db, attemptId)
  await sweepTwiceWithAnHourBetween()
  expect(await isThere(failed.sha256)).toBe(false)
  expect(await isThere(unused.sha256)).toBe(true)

  clock.now = new Date(clock.now.getTime() + 24 * HOUR_MS + 1)
  await sweepTwiceWithAnHourBetween()
  expect(await isThere(unused.sha256)).toBe(false)
  expect(await db.select().from(attemptFiles)).toEqual([])
})

test('keeps a stored file that nothing refers to for an hour', async () => {
  const attemptId = randomUUID()
  const { sha256 } = await storeTestOutput(deps, 'audio', sound(), { attemptId })
  await db.delete(attemptFiles).where(eq(attemptFiles.attemptId, attemptId))
  await sweepFiles(deps)
  expect(await isThere(sha256)).toBe(true)
  await anHourPasses()
  await sweepFiles(deps)
  expect(await isThere(sha256)).toBe(false)
})

test('[U34] removes half-received files of a killed process within ten minutes, and no others', async () => {
  const { tempDir } = deps.files
  const [old, recent] = [join(tempDir, randomUUID()), join(tempDir, randomUUID())]
  for (const path of [old, recent]) await writeFile(path, 'half a file')
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await utimes(old, minutesAgo(9), minutesAgo(9))
  await utimes(recent, minutesAgo(6), minutesAgo(6))
  await sweepFiles(deps)
  expect(await readdir(tempDir)).toEqual([recent.split('/').at(-1)])
  await utimes(recent, minutesAgo(9), minutesAgo(9))
  await sweepFiles(deps)
})

/** A store whose removals wait for a signal, and report when they begin. */
function slowToRemove(): { begun: Promise<void>; goOn: () => void; slow: FileStore } {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: sign, resolve: goOn } = Promise.withResolvers<void>()
  const slow: FileStore = {
    ...store,
    remove: async (keys) => {
      begin()
      await sign
      await store.remove(keys)
    },
  }
  return { begun, goOn, slow }
}

test('an upload of a file that is just being removed waits for the removal, and then stores it', async () => {
  const bytes = sound()
  const attemptId = randomUUID()
  const { sha256 } = await storeTestOutput(deps, 'audio', bytes, { attemptId })
  await dropAttemptFiles(db, attemptId)
  await anHourPasses()

  const { begun, goOn, slow } = slowToRemove()
  const sweeping = sweepFiles({ ...deps, files: { ...deps.files, store: slow } })
  await begun
  const sending = send(bytes, 'a.wav')
  const first = await Promise.race([sending.then(() => 'sent'), wait(500).then(() => 'waiting')])
  expect(first).toBe('waiting')
  goOn()
  await sweeping
  const file = await sending
  expect(file.sha256).toBe(sha256)
  expect(await isThere(sha256)).toBe(true)
  expect(await known(sha256)).toBe(true)
})

test('keeps a file that is uploaded again just before its removal', async () => {
  const bytes = sound()
  const attemptId = randomUUID()
  const { sha256 } = await storeTestOutput(deps, 'audio', bytes, { attemptId })
  await dropAttemptFiles(db, attemptId)
  await anHourPasses()

  // The bytes are stored again; what refers to them is still to come.
  const again = randomUUID()
  await storeTestOutput(deps, 'audio', bytes, { attemptId: again })
  await db.delete(attemptFiles).where(eq(attemptFiles.attemptId, again))
  await sweepFiles(deps)
  expect(await isThere(sha256)).toBe(true)
})

test('keeps a file that is uploaded again after a sweep has chosen it for removal', async () => {
  const [chosen, bytes] = [sound(), sound()]
  const attemptId = randomUUID()
  const first = await storeTestOutput(deps, 'audio', chosen, { attemptId })
  await wait(5)
  const { sha256 } = await storeTestOutput(deps, 'audio', bytes, { attemptId })
  await db.delete(attemptFiles).where(eq(attemptFiles.attemptId, attemptId))
  await anHourPasses()

  const { begun, goOn, slow } = slowToRemove()
  const sweeping = sweepFiles({ ...deps, files: { ...deps.files, store: slow } })
  await begun
  await storeTestOutput(deps, 'audio', bytes, { attemptId })
  await db.delete(attemptFiles).where(eq(attemptFiles.attemptId, attemptId))
  goOn()
  await sweeping
  expect(await isThere(first.sha256)).toBe(false)
  expect(await isThere(sha256)).toBe(true)
})

test('keeps a file if a reference to it appears while it is being removed', async () => {
  const attemptId = randomUUID()
  const { sha256 } = await storeTestOutput(deps, 'audio', sound(), { attemptId })
  await dropAttemptFiles(db, attemptId)
  await anHourPasses()

  const job = await endedJob(deps)
  const { promise: sign, resolve: commit } = Promise.withResolvers<void>()
  const { promise: inserted, resolve: insert } = Promise.withResolvers<void>()
  const using = db.transaction(async (tx) => {
    await useFiles(tx, job, [{ role: 'input', name: 'sound', sha256 }], false)
    insert()
    await sign
  })
  await inserted
  const sweeping = sweepFiles(deps).catch((error) => error)
  await wait(300)
  commit()
  await using
  await sweeping
  await sweepFiles(deps)
  expect(await isThere(sha256)).toBe(true)
})

test('five simultaneous sweeps remove each file once, without errors', async () => {
  const attemptId = randomUUID()
  const stored = await Promise.all(
    Array.from({ length: 12 }, () => storeTestOutput(deps, 'audio', sound(), { attemptId })),
  )
  await dropAttemptFiles(db, attemptId)
  await anHourPasses()
  const removed: string[] = []
  const counting: FileStore = {
    ...store,
    remove: async (keys) => {
      removed.push(...keys)
      await store.remove(keys)
    },
  }
  const process = { ...deps, files: { ...deps.files, store: counting } }
  await Promise.all(Array.from({ length: 5 }, () => sweepFiles(process)))
  expect(removed.toSorted()).toEqual(stored.map(({ sha256 }) => sha256).toSorted())
  expect(await db.select().from(looseBlobs)).not.toContainEqual(
    expect.objectContaining({ sha256: removed[0] }),
  )
})

test('the next sweep completes one whose store failed halfway', async () => {
  const attemptId = randomUUID()
  const { sha256 } = await storeTestOutput(deps, 'audio', sound(), { attemptId })
  await dropAttemptFiles(db, attemptId)
  await anHourPasses()
  const failing: FileStore = {
    ...store,
    remove: async (keys) => {
      await store.remove(keys)
      throw new Error('The store stopped responding.')
    },
  }
  await expect(sweepFiles({ ...deps, files: { ...deps.files, store: failing } })).rejects.toThrow(
    'stopped responding',
  )
  // The row is still there, so that the same file can be stored again or removed again.
  expect(await known(sha256)).toBe(true)
  await sweepFiles(deps)
  expect(await known(sha256)).toBe(false)
})
