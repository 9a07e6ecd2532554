import { drawMosaic } from '@infra/hand-node/plausible-outputs'
import { sendOutput } from '@infra/hand-node/result'
import { uploadFile } from '@infra/protocol/files'
import { getJob, listFinishedJobs, retryJob, submitJob, updateJob } from '@infra/protocol/jobs'
import { type Judgement, judgeJob } from '@infra/protocol/moderation'
import { updateMe } from '@infra/protocol/users'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const key = generatePrivateKey()
const testApi = await startTestApi({ env: { MODERATORS: privateKeyToAccount(key).address } })
const { call, origin } = testApi
const moderator = await signInSomeone(testApi, key)
const alice = await signInSomeone(testApi)
const bob = await signInSomeone(testApi)
const node = await startNode(testApi, { operator: alice })

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })
/** A different picture for each number, but all so similar that they may have the same drawing as result. */
const pictureOf = async (speck: number) => {
  const drawn = await drawing()
    .composite([
      { input: { create: { width: 1, height: 1, channels: 3, background: '#fff' } }, left: speck, top: 9 },
    ])
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(drawn)])
}
const svgOf = async (name: string) => drawMosaic(await drawing().png().toBuffer(), { id: name })

async function finishNext(svg: string): Promise<void> {
  const job = await node.claim()
  await node.finish(job, [
    await sendOutput(node.call, job, { name: 'drawing', kind: 'svg', bytes: await svgOf(svg) }),
  ])
}

async function made(person: Person, { speck, svg }: { speck: number; svg: string }): Promise<string> {
  const { id: image } = await person.call(uploadFile, { file: await pictureOf(speck) })
  const { id } = await person.call(submitJob, {
    headers: newKey(),
    body: { appId: 'vectorise', input: { image } },
  })
  await finishNext(svg)
  return id
}

const judge = (id: string, act: Judgement) =>
  moderator.call(judgeJob, { params: { id }, body: { act, why: 'Not for everyone.' } })
const seen = async (id: string) => (await call(listFinishedJobs)).items.some((job) => job.id === id)
const read = (id: string, person: Person) => person.call(getJob, { params: { id } })
const HIDDEN = {
  hidden: { why: expect.stringContaining('the same as something that a moderator has hidden') },
}

test('[finding S12] a retry of a hidden job is visible only to its owner, even if they make it public', async () => {
  const id = await made(alice, { speck: 210, svg: 'a' })
  const address = new URL((await read(id, bob)).outputs[0]!.url!, origin)
  expect((await fetch(address)).status).toBe(200)
  await judge(id, 'hide')

  const again = await alice.call(retryJob, { params: { id }, headers: newKey() })
  expect(again.visibility).toBe('private')
  await finishNext('a')
  await alice.call(updateJob, { params: { id: again.id }, body: { visibility: 'public' } })
  expect(await read(again.id, alice)).toMatchObject(HIDDEN)
  expect(await seen(again.id)).toBe(false)
  expect((await fetch(`${address.origin}${address.pathname}`)).status).toBe(404)
})

test('[finding S12] hides every job with the same result, of any user and input, until a moderator restores it', async () => {
  const id = await made(alice, { speck: 220, svg: 'b' })
  const before = await made(bob, { speck: 221, svg: 'b' })
  expect(await seen(before)).toBe(true)
  await judge(id, 'hide')
  expect(await seen(before)).toBe(false)
  const after = await made(bob, { speck: 222, svg: 'b' })
  const sameInput = await made(bob, { speck: 220, svg: 'other' })
  for (const one of [before, after, sameInput]) {
    expect(await seen(one)).toBe(false)
    expect(await read(one, bob)).toMatchObject(HIDDEN)
  }

  await judge(id, 'restore')
  expect(await seen(await made(bob, { speck: 223, svg: 'b' }))).toBe(true)
  await judge(after, 'restore')
  expect(await seen(after)).toBe(true)
})

test.for([
  ['result', { speck: 231, svg: 'c' }],
  ['input', { speck: 230, svg: 'c2' }],
] as const)(
  '[finding S12] a job made private before a takedown of the same %s cannot be made public after it',
  async ([, same]) => {
    const id = await made(alice, { speck: 230, svg: 'c' })
    const other = await made(bob, same)
    await bob.call(updateJob, { params: { id: other }, body: { visibility: 'private' } })
    await judge(id, 'hide')
    await bob.call(updateJob, { params: { id: other }, body: { visibility: 'public' } })
    expect(await read(other, bob)).toMatchObject(HIDDEN)
    expect(await seen(other)).toBe(false)
    await judge(id, 'restore')
  },
)

test('[finding S12] refuses a hidden picture as an avatar', async () => {
  await judge(await made(alice, { speck: 240, svg: 'd' }), 'hide')
  const { id: avatar } = await bob.call(uploadFile, { file: await pictureOf(240) })
  await expect(bob.call(updateMe, { body: { avatar } })).rejects.toMatchObject({
    code: 'validation_failed',
    message: 'A moderator has hidden this picture.',
  })
})

test('[finding S12] a hidden picture cannot be downloaded through another job that has it as input', async () => {
  const id = await made(alice, { speck: 250, svg: 'e' })
  const other = await made(bob, { speck: 250, svg: 'f' })
  const { pathname } = new URL((await call(getJob, { params: { id: other } })).inputFiles[0]!.url!, origin)
  expect((await fetch(origin + pathname)).status).toBe(200)
  await judge(id, 'hide')
  expect(await seen(other)).toBe(true)
  expect((await fetch(origin + pathname)).status).toBe(404)
})
