import { getMe, getUser, updateMe } from '@infra/protocol/users'
import { expect, test } from 'vitest'
import { signInSomeone } from '../test/person.ts'
import { stage } from '../test/stage.ts'

const house = await stage({ env: { MODERATORS: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } })

test('[R-API-3] a new account is known by its checksummed address and can be named', async () => {
  const alice = await signInSomeone(house)
  const me = await alice.call(getMe)
  expect(me).toEqual({
    id: alice.address,
    shortAddress: `${alice.address.slice(0, 5)}...${alice.address.slice(-4)}`,
    name: null,
    bio: '',
    createdAt: house.clock.now,
    role: 'user',
  })

  const changed = await alice.call(updateMe, { body: { name: 'Alice of Köln', bio: 'Grows ferns.' } })
  expect(changed).toEqual({ ...me, name: 'Alice of Köln', bio: 'Grows ferns.' })
  expect(await alice.call(updateMe, { body: { name: null } })).toEqual({ ...me, bio: 'Grows ferns.' })
})

test('[R-API-3] anyone may see the public side of an account, in whatever case its address is written', async () => {
  const alice = await signInSomeone(house)
  const id = alice.address.toLowerCase() as typeof alice.address
  const seen = await house.call(getUser, { params: { id } })
  expect(seen).toMatchObject({ id: alice.address, name: null })
  expect(seen).not.toHaveProperty('role')
  await expect(
    house.call(getUser, { params: { id: '0x0000000000000000000000000000000000000001' } }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('one name belongs to one account, whatever its case and dots; of ten at once, one gets it', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => signInSomeone(house)))
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
])('the name %j is refused: %s', async ([name, message]) => {
  const alice = await signInSomeone(house)
  await expect(alice.call(updateMe, { body: { name } })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: expect.arrayContaining([{ pointer: '/name', message }]),
  })
})

test('a bio holds 280 characters and no more', async () => {
  const alice = await signInSomeone(house)
  await expect(alice.call(updateMe, { body: { bio: '🌿'.repeat(280) } })).resolves.toMatchObject({
    bio: '🌿'.repeat(280),
  })
  await expect(alice.call(updateMe, { body: { bio: '🌿'.repeat(281) } })).rejects.toMatchObject({
    errors: [{ pointer: '/bio', message: 'must have at most 280 characters' }],
  })
})

test('an address in the configuration is a moderator', async () => {
  const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' as const
  expect(await (await signInSomeone(house, key)).call(getMe)).toMatchObject({ role: 'moderator' })
})
