import { uploadFile } from '@infra/protocol/files'
import { favoriteJob } from '@infra/protocol/jobs'
import { getMe, getUser, updateMe } from '@infra/protocol/users'
import { mistaken } from '@infra/safety/test/mistaken'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { runEcho } from '../test/echo.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi({ env: { MODERATORS: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } })

const picture = async (width: number) => new Blob([new Uint8Array(await drawing({ width }).png().toBuffer())])

test('[I-13] [R-API-3] a new account has its checksummed address as id and can be named', async () => {
  const alice = await signInSomeone(api)
  const me = await alice.call(getMe)
  expect(me).toEqual({
    id: alice.address,
    shortAddress: `${alice.address.slice(0, 5)}...${alice.address.slice(-4)}`,
    name: null,
    bio: '',
    avatarUrl: null,
    avatarHidden: null,
    counts: { jobsFinished: 0, favoritesReceived: 0, nodes: 0 },
    createdAt: api.clock.now,
    role: 'user',
    tier: null,
  })

  const changed = await alice.call(updateMe, { body: { name: 'Alice of Köln', bio: 'Grows ferns.' } })
  expect(changed).toEqual({ ...me, name: 'Alice of Köln', bio: 'Grows ferns.' })
  expect(await alice.call(updateMe, { body: { name: null } })).toEqual({ ...me, bio: 'Grows ferns.' })
})

test('[R-API-3] anyone can see the public part of an account by its address in any case', async () => {
  const alice = await signInSomeone(api)
  const id = alice.address.toLowerCase() as typeof alice.address
  const seen = await api.call(getUser, { params: { id } })
  expect(seen).toMatchObject({ id: alice.address, name: null })
  expect(seen).not.toHaveProperty('role')
  await expect(
    api.call(getUser, { params: { id: '0x0000000000000000000000000000000000000001' } }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a name belongs to one account, whatever its case and punctuation, even if ten claim it at once', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => signInSomeone(api)))
  const names = ['Fern Gully', 'FERN GULLY', 'fern.gully', 'Ｆern-Gully']
  const results = await Promise.allSettled(
    people.map(({ call }, at) => call(updateMe, { body: { name: names[at % names.length]! } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected') {
      expect(result.reason).toMatchObject({
        code: 'name_taken',
        errors: [{ pointer: '/name', message: 'is taken' }],
      })
    }
  }
})

test.for([
  ['a', 'must have at least 2 characters'],
  ['a'.repeat(33), 'must have at most 32 characters'],
  ['0xAlice', 'may not look like an address'],
  ['Infra', 'is reserved'],
  ['al\u202Eice', 'may have letters and digits, with single spaces, dots or hyphens between'],
  ['al\u200Bice', 'may have letters and digits, with single spaces, dots or hyphens between'],
  ['<b>x</b>', 'may have letters and digits, with single spaces, dots or hyphens between'],
])('refuses the name %j: %s', async ([name, message]) => {
  const alice = await signInSomeone(api)
  await expect(alice.call(updateMe, { body: { name } })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: expect.arrayContaining([{ pointer: '/name', message }]),
  })
})

test('a bio can have at most 280 characters', async () => {
  const alice = await signInSomeone(api)
  await expect(alice.call(updateMe, { body: { bio: '🌿'.repeat(280) } })).resolves.toMatchObject({
    bio: '🌿'.repeat(280),
  })
  await expect(alice.call(updateMe, { body: { bio: '🌿'.repeat(281) } })).rejects.toMatchObject({
    errors: [{ pointer: '/bio', message: 'must have at most 280 characters' }],
  })
})

test('[R-API-3] the counters of a profile leave out private and hidden jobs', async () => {
  const alice = await signInSomeone(api)
  const fan = await signInSomeone(api)
  const node = await startNode(api, { operator: alice })
  const shown = await runEcho(api.deps, { person: alice, node, inFeed: true })
  const hidden = await runEcho(api.deps, { person: alice, node, inFeed: true })
  await runEcho(api.deps, { person: alice, node })
  for (const id of [shown, hidden]) await fan.call(favoriteJob, { params: { id } })
  const counts = async () => (await api.call(getUser, { params: { id: alice.address } })).counts
  expect(await counts()).toEqual({ jobsFinished: 2, favoritesReceived: 2, nodes: 1 })
  await api.deps.db.execute(sql`update jobs set hidden = true where id = ${hidden}`)
  expect(await counts()).toEqual({ jobsFinished: 1, favoritesReceived: 1, nodes: 1 })
})

test('[R-API-3] everyone can see a user’s avatar until it is replaced', async () => {
  const alice = await signInSomeone(api)
  const send = async (width: number) => alice.call(uploadFile, { file: await picture(width) })
  const { id: avatar } = await send(200)
  const { avatarUrl } = await alice.call(updateMe, { body: { avatar } })
  expect(avatarUrl).toMatch(/^\/api\/file\/[0-9a-f]{64}\.png\?size=640&format=avif$/)
  const seen = await api.call(getUser, { params: { id: alice.address } })
  expect(seen.avatarUrl).toBe(avatarUrl)
  expect((await fetch(api.origin + avatarUrl!)).status).toBe(200)

  expect(await alice.call(updateMe, { body: { bio: 'Still me.' } })).toMatchObject({ avatarUrl })
  const { id: other } = await send(201)
  expect((await alice.call(updateMe, { body: { avatar: other } })).avatarUrl).not.toBe(avatarUrl)
  expect((await fetch(api.origin + avatarUrl!)).status).toBe(404)
  expect(await alice.call(updateMe, { body: { avatar: null } })).toMatchObject({ avatarUrl: null })
})

test('refuses an avatar that is missing, of another user or a sound', async () => {
  const alice = await signInSomeone(api)
  const bob = await signInSomeone(api)
  const { id: theirs } = await bob.call(uploadFile, { file: await picture(202) })
  const { id: sound } = await alice.call(uploadFile, { file: new Blob([new Uint8Array(wavOf())]) })
  const setAvatar = (avatar: string) => alice.call(updateMe, { body: { avatar } })
  for (const id of [crypto.randomUUID(), theirs]) {
    await expect(setAvatar(id)).rejects.toMatchObject({
      code: 'input_expired',
      errors: [{ pointer: '/avatar', message: 'has expired' }],
    })
  }
  await expect(setAvatar(sound)).rejects.toMatchObject({ code: 'input_kind' })
})

test('an address in MODERATORS has the role of a moderator', async () => {
  const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' as const
  expect(await (await signInSomeone(api, key)).call(getMe)).toMatchObject({ role: 'moderator' })
})

test('refuses an explicit avatar and keeps the previous one', async () => {
  const alice = await signInSomeone(api)
  const bytes = await sharp(Buffer.from(mistaken)).png().toBuffer()
  const { id: avatar } = await alice.call(uploadFile, { file: new Blob([new Uint8Array(bytes)]) })
  const { avatarUrl } = await alice.call(getMe)
  await expect(alice.call(updateMe, { body: { avatar } })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  expect(await alice.call(getMe)).toMatchObject({ avatarUrl })
})

test('an empty update changes nothing', async () => {
  const alice = await signInSomeone(api)
  const me = await alice.call(getMe)
  expect(await alice.call(updateMe, { body: {} })).toEqual(me)
})
