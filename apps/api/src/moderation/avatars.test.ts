import { sendOutput } from '@infra/hand-node/result'
import { uploadFile } from '@infra/protocol/files'
import { getJob, listFinishedJobs, submitJob } from '@infra/protocol/jobs'
import { type AvatarJudgement, getAvatars, judgeAvatar, judgeJob, listActs } from '@infra/protocol/moderation'
import { deleteMe } from '@infra/protocol/my-data'
import { getMe, getUser, updateMe } from '@infra/protocol/users'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const key = generatePrivateKey()
const testApi = await startTestApi({ env: { MODERATORS: privateKeyToAccount(key).address } })
const { call, clock, deps, origin } = testApi
const moderator = await signInSomeone(testApi, key)
const bob = await signInSomeone(testApi)
let alice: Person
let drawn = 300
let picture: Blob
let sha256: string

const newPicture = async () => new Blob([new Uint8Array(await drawing({ width: ++drawn }).png().toBuffer())])
const upload = (person: Person, file: Blob) => person.call(uploadFile, { file })

async function show(person: Person, file: Blob): Promise<string> {
  const { id: avatar, sha256 } = await upload(person, file)
  await person.call(updateMe, { body: { avatar } })
  return sha256
}

const by = (person: Person) => ({ params: { id: person.address } })
const judge = (act: AvatarJudgement, why = 'Not for everyone.', person = alice) =>
  moderator.call(judgeAvatar, { ...by(person), body: { act, sha256, why } })
const avatarOf = async (person: Person) => (await call(getUser, by(person))).avatarUrl
const actsAbout = async (person: Person) =>
  (await moderator.call(listActs, { query: { limit: 100 } })).items.filter(
    ({ subject }) => subject === person.address,
  )

beforeEach(async () => {
  // All users sign in from one address, which is rate limited.
  await deps.db.execute(sql`delete from rate_windows`)
  alice = await signInSomeone(testApi)
  picture = await newPicture()
  sha256 = await show(alice, picture)
})

test('[finding S12] a moderator hides an avatar from everyone, tells its owner why, and the act is recorded', async () => {
  const url = origin + (await avatarOf(alice))
  expect((await fetch(url)).status).toBe(200)
  expect(await moderator.call(getAvatars, by(alice))).toMatchObject({ shown: { sha256 }, hidden: [] })

  const answer = await judge('hide')
  expect(answer).toMatchObject({
    shown: null,
    hidden: [{ sha256, why: 'Not for everyone.', at: clock.now }],
  })
  expect((await fetch(origin + answer.hidden[0]!.thumbnailUrl)).status).toBe(200)

  expect(await avatarOf(alice)).toBeNull()
  expect(await alice.call(getMe)).toMatchObject({
    avatarUrl: null,
    avatarHidden: { why: 'Not for everyone.' },
  })
  for (const address of [url, url.split('?')[0]!]) expect((await fetch(address)).status).toBe(404)
  expect(await actsAbout(alice)).toMatchObject([
    { kind: 'avatar_hidden', moderator: moderator.address, why: 'Not for everyone.' },
  ])
})

test('[finding S12] caches revalidate an avatar after ten minutes and get a 404 once it is hidden', async () => {
  const url = origin + (await avatarOf(alice))
  const seen = await fetch(url)
  expect(seen.headers.get('cache-control')).toBe('public, max-age=600')
  const again = () => fetch(url, { headers: { 'if-none-match': seen.headers.get('etag')! } })
  expect((await again()).status).toBe(304)
  await judge('hide')
  expect((await again()).status).toBe(404)
})

test('[finding S12] refuses a hidden picture as anyone’s avatar until a moderator restores it', async () => {
  await judge('hide')
  for (const person of [alice, bob]) {
    const { id: avatar } = await upload(person, picture)
    await expect(person.call(updateMe, { body: { avatar } })).rejects.toMatchObject({
      code: 'validation_failed',
      message: 'A moderator has hidden this picture.',
      errors: [{ pointer: '/avatar', message: 'was hidden by a moderator' }],
    })
  }
  await judge('restore')
  await show(bob, picture)
  expect(await avatarOf(bob)).toContain(sha256)
})

test('[finding S12] hides the same picture of other users too, without showing them the reason given to the first', async () => {
  await show(bob, picture)
  await judge('hide', 'Alice, this is you.')
  expect(await avatarOf(bob)).toBeNull()
  expect((await bob.call(getMe)).avatarHidden).toEqual({
    why: 'It is the same as something that a moderator has hidden.',
  })
  await bob.call(updateMe, { body: { avatar: null } })
  expect((await bob.call(getMe)).avatarHidden).toBeNull()
})

test('[finding S12] restoring shows the picture at its old URL, and both acts stay recorded', async () => {
  const url = await avatarOf(alice)
  await judge('hide')
  expect(await judge('restore', 'A second look.')).toMatchObject({ shown: { sha256 }, hidden: [] })
  expect(await avatarOf(alice)).toBe(url)
  expect((await fetch(origin + url)).status).toBe(200)
  expect(await alice.call(getMe)).toMatchObject({ avatarHidden: null })
  expect(await actsAbout(alice)).toMatchObject([
    { kind: 'avatar_restored', why: 'A second look.' },
    { kind: 'avatar_hidden' },
  ])
})

test('[finding S12] a repeated decision changes nothing and is not recorded, even when two are made at once', async () => {
  const answers = await Promise.all(['First.', 'Second.'].map((why) => judge('hide', why)))
  expect(answers[0]).toEqual(answers[1])
  expect((await judge('hide', 'Third.')).hidden).toEqual(answers[0]!.hidden)
  expect(await actsAbout(alice)).toHaveLength(1)
  await judge('restore')
  await judge('restore')
  expect(await actsAbout(alice)).toHaveLength(2)
})

test('[finding S12] refuses to hide a picture that the user has replaced since the moderator saw it', async () => {
  const other = await show(alice, await newPicture())
  await expect(judge('hide')).rejects.toMatchObject({ code: 'conflict' })
  expect(await avatarOf(alice)).toContain(other)
  expect(await actsAbout(alice)).toEqual([])
})

test('[finding S12] a hidden picture can be restored after its owner chose another avatar, which stays', async () => {
  await judge('hide')
  const other = await show(alice, await newPicture())
  expect(await alice.call(getMe)).toMatchObject({ avatarHidden: null })
  expect(await moderator.call(getAvatars, by(alice))).toMatchObject({
    shown: { sha256: other },
    hidden: [{ sha256 }],
  })
  await judge('restore')
  expect(await avatarOf(alice)).toContain(other)
  expect(await show(bob, picture)).toBe(sha256)
})

test('[finding S12] hides results that contain the picture too', async () => {
  const node = await startNode(testApi)
  const path = (await avatarOf(alice))!.split('?')[0]
  const bytes = new Uint8Array(await (await fetch(`${origin}${path}`)).arrayBuffer())
  // Of the same size, because this app's result must be as large as its input.
  const another = new Blob([new Uint8Array(await sharp(bytes).negate().png().toBuffer())])
  const { id: image } = await upload(bob, another)
  const input = { image, background: 'color' }
  const { id } = await bob.call(submitJob, { body: { appId: 'cut-out', input } })
  const job = await node.claim()
  await node.finish(job, [await sendOutput(node.call, job, { name: 'picture', kind: 'image', bytes })])
  const inFeed = async () => (await call(listFinishedJobs)).items.some((one) => one.id === id)
  expect(await inFeed()).toBe(true)

  await judge('hide')
  expect(await inFeed()).toBe(false)
  expect((await bob.call(getJob, { params: { id } })).hidden).not.toBeNull()
  await moderator.call(judgeJob, { params: { id }, body: { act: 'restore', why: 'It is fine.' } })
  expect(await inFeed()).toBe(true)
})

test('[finding S12] still refuses the picture after its owner deletes their account', async () => {
  await judge('hide')
  await alice.call(deleteMe)
  const { id: avatar } = await upload(bob, picture)
  await expect(bob.call(updateMe, { body: { avatar } })).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(judge('restore')).rejects.toMatchObject({ code: 'not_found' })
})

test('[finding S12] restores only a picture that was hidden from the same user', async () => {
  await judge('hide')
  await expect(judge('restore', 'Not theirs.', bob)).rejects.toMatchObject({ code: 'not_found' })
  expect(await avatarOf(alice)).toBeNull()
  expect(await actsAbout(bob)).toEqual([])
})

test.for([
  ['no reason', { act: 'hide' }, '/why'],
  ['a reason of three characters', { act: 'hide', why: ' abc ' }, '/why'],
  ['an unknown act', { act: 'burn', why: 'Because.' }, '/act'],
  ['a picture that is not a hash', { act: 'hide', why: 'Because.', sha256: 'x' }, '/sha256'],
] as const)(
  '[C04] [C05] refuses %s, names the field and leaves the picture visible',
  async ([, body, pointer]) => {
    const sent = fetch(`${origin}/api/moderation/user/${alice.address}/avatar`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${moderator.tokens.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ sha256, ...body }),
    })
    const { errors } = expectRefusal(await readAnswer(sent), { status: 422, code: 'validation_failed' })
    expect(errors?.map((problem) => problem.pointer)).toEqual([pointer])
    expect(await avatarOf(alice)).toContain(sha256)
  },
)

test('only a moderator can hide an avatar, not even its owner', async () => {
  for (const person of [alice, bob]) {
    await expect(
      person.call(judgeAvatar, { ...by(alice), body: { act: 'hide', sha256, why: 'Because.' } }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(await avatarOf(alice)).toContain(sha256)
})

test('answers not_found for the avatar of an unknown user', async () => {
  const gone = { ...alice, address: privateKeyToAccount(generatePrivateKey()).address }
  await expect(judge('hide', 'Because.', gone)).rejects.toMatchObject({ code: 'not_found' })
  await expect(moderator.call(getAvatars, by(gone))).rejects.toMatchObject({ code: 'not_found' })
})
