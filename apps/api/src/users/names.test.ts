import { signInNode } from '@infra/hand-node/sign-in'
import { createLinkToken, getNode, requestLink, updateNode } from '@infra/protocol/nodes'
import { getUser, updateMe } from '@infra/protocol/users'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { reviewNodeNames } from '../nodes/review-node-names.ts'
import { startNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { nameKey } from './name-key.ts'
import { reviewNames } from './review-names.ts'

const testApi = await startTestApi()
const { call, deps } = testApi
const { db } = deps
const silent = pino({ level: 'silent' })

/** Shared by the tests, because signing in is slow and rate limited. */
const [fern, rival] = [await signInSomeone(testApi), await signInSomeone(testApi)]

const rename = (person: Person, name: string) => person.call(updateMe, { body: { name } })
const refusedName = {
  code: 'validation_failed',
  errors: expect.arrayContaining([expect.objectContaining({ pointer: '/name' })]),
}
const nameOf = async ({ address }: Person) => (await call(getUser, { params: { id: address } })).name

test.for([
  ['only Hangul fillers', '\u3164\u3164'],
  ['a Hangul filler', 'Fern\u1160'],
  ['a combining grapheme joiner', 'Fe\u034frn'],
  ['a variation selector', 'Fern\ufe0f'],
  ['31 accents', `F${'\u0301\u0302'.repeat(15)}\u0301`],
  ['an accent without a letter', '\u0301\u0302'],
  ['Infra with a Cyrillic І', 'Іnfra'],
  ['admin with a Cyrillic а', 'аdmin'],
  ['Infra with a small L', 'lnfra'],
  ['Infra with an accent', 'Ínfra'],
  ['a reserved word among others', 'Infra Support'],
  ['a reserved word with a lookalike among others', 'The Ѕupport'],
  ['a reserved word split by a dot', 'in.fra'],
  ['a reserved word with a number', 'admin2'],
] as const)('[finding S14] refuses a name with %s', async ([, name]) => {
  await expect(rename(fern, name)).rejects.toMatchObject(refusedName)
})

test('[finding S14] refuses a name that looks like another user’s', async () => {
  await rename(fern, 'Paypal Bob')
  for (const name of ['Раураl Bob', 'PAYPAL BOB', 'paypaI.bob', 'Paypal Воb', 'paypa1 b0b']) {
    await expect(rename(rival, name)).rejects.toMatchObject({ code: 'name_taken' })
  }
})

test('[finding S14] accepts names in any single script, and refuses the same name in another case', async () => {
  const names = [
    'Наталья',
    'Ελένη',
    '山田太郎',
    'محمد علي',
    '김민수',
    'สมชาย',
    'Nguyễn Văn',
    'José',
    'Mathilda Modena',
  ]
  for (const name of names) {
    expect(await rename(fern, name)).toMatchObject({ name: name.normalize('NFKC') })
    const again = rename(rival, name.toUpperCase())
    await expect(again).rejects.toMatchObject({ code: 'name_taken' })
  }
})

test('[finding S14] a review keeps the oldest of several lookalike names and removes names that are no longer allowed', async () => {
  const [older, newer, invisible, plain] = [
    await signInSomeone(testApi),
    await signInSomeone(testApi),
    await signInSomeone(testApi),
    await signInSomeone(testApi),
  ]
  const keep = (person: Person, name: string, day: number) =>
    db.execute(sql`update users set name = ${name}, name_key = ${name.toLowerCase()}, created_at = ${`2025-01-0${day}`}
      where address = ${person.address.toLowerCase()}`)
  await keep(newer, 'Моss', 3)
  await keep(older, 'Moss', 2)
  await keep(invisible, '\u3164\u3164', 1)
  await keep(plain, 'Heather', 4)
  for (let time = 0; time < 2; time++) await reviewNames(deps, silent)
  const names = await Promise.all([older, newer, invisible, plain].map(nameOf))
  expect(names).toEqual(['Moss', null, null, 'Heather'])
  // Both names are taken under today's keys, and a user who lost theirs can choose another.
  for (const name of ['MOSS', 'heather'])
    await expect(rename(newer, name)).rejects.toMatchObject({ code: 'name_taken' })
  expect(await rename(newer, 'Lichen')).toMatchObject({ name: 'Lichen' })
})

test('[finding S14] refuses node names that hide characters, reorder text or speak for the network', async () => {
  const operator = fern
  const node = await startNode(testApi, { operator })
  const params = { id: node.account.address }
  const bad = [
    'a\u202eb',
    '\u2067x',
    'Attic\u200b',
    `A${'\u0301'.repeat(9)}`,
    'Infra',
    'Оfficial node',
    'Infra-Support',
  ]
  for (const name of bad) {
    await expect(operator.call(updateNode, { params, body: { name } })).rejects.toMatchObject(refusedName)
    const signature = `0x${'0'.repeat(130)}` as const
    await expect(
      call(requestLink, { body: { node: node.account.address, signature, name } }),
    ).rejects.toMatchObject(refusedName)
  }
  for (const name of ['Anna’s box (GPU #2)', 'кухня', 'infrared-1']) {
    expect(await operator.call(updateNode, { params, body: { name } })).toMatchObject({ name })
  }
})

test('[finding S14] refuses a disallowed name from a node that links by token, and accepts another one afterwards', async () => {
  const operator = fern
  const { token: linkToken } = await operator.call(createLinkToken)
  const account = privateKeyToAccount(generatePrivateKey())
  for (const name of ['Infra', 'Attic\u202e']) {
    await expect(signInNode(call, account, { linkToken, name })).rejects.toMatchObject(refusedName)
  }
  await signInNode(call, account, { linkToken, name: 'Attic' })
  expect(await call(getNode, { params: { id: account.address } })).toMatchObject({ name: 'Attic' })
})

test('[finding S14] replaces a stored node name that is no longer allowed with the node’s short id', async () => {
  const node = await startNode(testApi, { operator: fern })
  await db.execute(
    sql`update nodes set name = ${'Infra\u202e'} where id = ${node.account.address.toLowerCase()}`,
  )
  await reviewNodeNames(deps, silent)
  const { name } = await call(getNode, { params: { id: node.account.address } })
  expect(name).toBe(`${node.account.address.slice(0, 5)}...${node.account.address.slice(-4)}`)
})

test('[finding S14] names that nobody confuses have different keys', () => {
  const names = ['Anna', 'Hanna', 'Dave', 'Dane', 'Eva', 'Ева', 'Ёва', '山田', '山口', 'Anna 2', 'Anna 3']
  expect(new Set(names.map(nameKey)).size).toBe(names.length)
})
