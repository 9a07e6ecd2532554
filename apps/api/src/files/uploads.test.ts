import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { getUpload, uploadFile } from '@infra/protocol/files'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { blobs, uploads } from '../db/tables.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { signInSomeone } from '../test/person.ts'
import { testWhere, tinyDisk } from '../test/servers/tiny-disk.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { storeTestOutput } from '../test/store-test-output.ts'
import { uploader } from '../test/uploader.ts'

const testApi = await startTestApi()
const { clock, deps } = testApi
const { sender, send, fetchBack } = uploader(testApi)
const tiny = await tinyDisk()
const testFull = testWhere(tiny)
const DAY_MS = 24 * 60 * 60_000

test('stores a picture with its description, and returns it to its sender', async () => {
  const file = await send(await drawing().png().toBuffer())
  expect(file).toEqual({
    id: expect.any(String),
    kind: 'image',
    mime: 'image/png',
    bytes: expect.any(Number),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    width: 320,
    height: 240,
    seconds: null,
    url: expect.stringMatching(/^\/api\/file\/[0-9a-f]{64}\.png\?expires=\d+&signature=[\w-]{43}$/),
    expiresAt: new Date(clock.now.getTime() + DAY_MS),
  })
  expect(await sender().call(getUpload, { params: { id: file.id } })).toEqual(file)

  const bytes = await fetchBack(file)
  expect(bytes.length).toBe(file.bytes)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
})

test('stores a sound with its length in seconds', async () => {
  const file = await send(wavOf({ seconds: 1.5, rate: 44_100, channels: 2 }), 'a.wav')
  expect(file).toMatchObject({ kind: 'audio', mime: 'audio/wav', seconds: 1.5, width: null, height: null })
  expect(await fetchBack(file)).toEqual(wavOf({ seconds: 1.5, rate: 44_100, channels: 2 }))
})

test("nobody can upload without signing in, or find another person's upload", async () => {
  const file = await send(wavOf(), 'a.wav')
  const bob = await signInSomeone(testApi)
  const params = { id: file.id }
  await expect(testApi.call(uploadFile, { file: new Blob(['x']) })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(bob.call(getUpload, { params })).rejects.toMatchObject({ code: 'not_found' })
  await expect(sender().call(getUpload, { params: { id: randomUUID() } })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('[J13] answers the sender of an upload that it has expired', async () => {
  const { id } = await send(wavOf(), 'a.wav')
  const ask = (which: string) => sender().call(getUpload, { params: { id: which } })
  await deps.db.update(uploads).set({ expiresAt: clock.now }).where(eq(uploads.id, id))
  await expect(ask(id)).rejects.toMatchObject({ code: 'input_expired' })
  // The id of a deleted upload still contains its time.
  await deps.db.delete(uploads).where(eq(uploads.id, id))
  await expect(ask(id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask('01900000-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'input_expired' })
})

test('[U37] accepts one of ten simultaneous uploads if only one fits into the daily quota', async () => {
  const key = generatePrivateKey()
  const carol = await signInSomeone(testApi, key)
  const { sha256 } = await storeTestOutput(deps, 'audio', wavOf({ seconds: 10 }))
  // Pretend that Alice sent 499.9 MB; in fact it's one small file that claims this size.
  await deps.db.update(blobs).set({ bytes: 499_900_000 }).where(eq(blobs.sha256, sha256))
  await deps.db.insert(uploads).values({
    id: randomUUID(),
    owner: carol.address.toLowerCase(),
    sha256,
    createdAt: clock.now,
    expiresAt: new Date(clock.now.getTime() + DAY_MS),
  })
  const sounds = Array.from({ length: 10 }, (_, index) => wavOf({ seconds: 4 + index / 100 }))
  // Nobody can write until all have checked: without the lock, all would pass the same check.
  const locker = new pg.Client({ connectionString: deps.config.databaseUrl })
  await locker.connect()
  await locker.query('begin; lock table uploads in share mode')
  const sending = Promise.allSettled(sounds.map((sound) => send(sound, 'a.wav', carol)))
  await wait(1_500)
  await locker.query('commit')
  await locker.end()
  const outcomes = await sending

  const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'taken' : outcome.reason.code))
  expect(codes.toSorted()).toEqual([...Array(9).fill('quota_exceeded'), 'taken'])
  // Another person has a quota of their own, and Alice has a new one tomorrow.
  await send(sounds[0]!, 'a.wav')
  clock.now = new Date(clock.now.getTime() + DAY_MS + 1)
  const tomorrow = await signInSomeone(testApi, key)
  await send(sounds[1]!, 'a.wav', tomorrow)
})

test('[U38] stores the same bytes from two people once, as an upload of each', async () => {
  const bob = await signInSomeone(testApi)
  const bytes = wavOf({ seconds: 0.25 })
  const [ofAlice, ofBob] = [await send(bytes, 'a.wav'), await send(bytes, 'a.wav', bob)]
  expect(ofAlice.sha256).toBe(ofBob.sha256)
  expect(ofAlice.id).not.toBe(ofBob.id)
  await expect(bob.call(getUpload, { params: { id: ofAlice.id } })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await deps.db.select().from(blobs).where(eq(blobs.sha256, ofAlice.sha256))).toHaveLength(1)
})

testFull(
  'refuses an upload with storage_full when the disk is full, and accepts it once there is room',
  async () => {
    const { tempDir } = deps.files
    // There is room to receive and inspect the file, but not to rewrite it.
    const bytes = Buffer.concat([wavOf({ seconds: 2.4 }), Buffer.from('hush')])
    Object.assign(deps.files, { tempDir: tiny })
    await expect(send(bytes, 'a.wav')).rejects.toMatchObject({ code: 'storage_full' })
    expect(await readdir(tiny!)).toEqual([])
    Object.assign(deps.files, { tempDir })
    await send(bytes, 'a.wav')
  },
)
