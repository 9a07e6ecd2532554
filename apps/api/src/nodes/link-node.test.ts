import { signedChallenge, signInNode } from '@infra/hand-node/sign-in'
import {
  confirmLink,
  createLinkToken,
  getLink,
  getNode,
  removeNode,
  requestLink,
  requestNodeChallenge,
} from '@infra/protocol/nodes'
import { listMyNodes } from '@infra/protocol/nodes/my-nodes'
import { exchangeSignature, requestChallenge } from '@infra/protocol/sessions'
import { sql } from 'drizzle-orm'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { rowOf } from '../test/echo.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi()
const { call, clock, deps } = testApi
const MINUTE = 60_000
const [alice, bob] = [await signInSomeone(testApi), await signInSomeone(testApi)]

// Calls without a session are rate limited per minute.
beforeEach(() => deps.db.execute(sql`delete from rate_windows`))

const newKey = () => privateKeyToAccount(generatePrivateKey())

async function request(account: PrivateKeyAccount) {
  return call(requestLink, { body: { ...(await signedChallenge(call, account)), name: 'Attic' } })
}

const startSession = (account: PrivateKeyAccount, linkToken?: string) =>
  signInNode(call, account, { linkToken, name: 'Attic', apps: [] })

test('a node shows a code, and the user who confirms it becomes its operator', async () => {
  const account = newKey()
  await expect(startSession(account)).rejects.toMatchObject({ code: 'node_not_linked' })
  const { code, url, expiresAt } = await request(account)
  expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(url).toBe(new URL(`/nodes?link=${code}`, deps.config.publicUrl).href)
  expect(await alice.call(getLink, { params: { code } })).toEqual({
    node: account.address,
    name: 'Attic',
    expiresAt,
  })
  expect(await alice.call(confirmLink, { params: { code } })).toMatchObject({
    id: account.address,
    name: 'Attic',
    operator: { id: alice.address },
    state: 'offline',
    whyNoJobs: 'The agent is not connected. Start it, or look at its log.',
  })
  await startSession(account)
  expect((await alice.call(listMyNodes)).items.map(({ id }) => id)).toContain(account.address)
  expect((await bob.call(listMyNodes)).items).toEqual([])
})

test('a code works once, however many users confirm it at the same moment', async () => {
  const { code } = await request(newKey())
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, (_, place) => [alice, bob][place % 2]!.call(confirmLink, { params: { code } })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const endpoint of [confirmLink, getLink]) {
    await expect(alice.call(endpoint, { params: { code } })).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a code expires after a quarter of an hour, and a new one replaces the one before', async () => {
  const account = newKey()
  const { code: first } = await request(account)
  const { code: second } = await request(account)
  await expect(alice.call(getLink, { params: { code: first } })).rejects.toMatchObject({ code: 'not_found' })
  const began = clock.now
  try {
    clock.now = new Date(began.getTime() + 15 * MINUTE - 1)
    // Alice's access token expires sooner.
    const carol = await signInSomeone(testApi)
    await carol.call(getLink, { params: { code: second } })
    clock.now = new Date(began.getTime() + 15 * MINUTE)
    for (const endpoint of [getLink, confirmLink]) {
      await expect(carol.call(endpoint, { params: { code: second } })).rejects.toMatchObject({
        code: 'not_found',
      })
    }
  } finally {
    clock.now = began
  }
})

test('answers not_found to an invalid code, and refuses visitors', async () => {
  const { code } = await request(newKey())
  for (const wrong of ['BCDF-GHJK', 'bcdf-ghjk', 'AEIO-UAEI', 'x', "BCDF-GHJK'--"]) {
    await expect(alice.call(confirmLink, { params: { code: wrong } })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  await expect(call(getLink, { params: { code } })).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(call(confirmLink, { params: { code } })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a linked node cannot be linked by another user until its operator removes it', async () => {
  const account = newKey()
  await alice.call(confirmLink, { params: { code: (await request(account)).code } })
  const { code } = await request(account)
  await expect(bob.call(confirmLink, { params: { code } })).rejects.toMatchObject({ code: 'node_taken' })
  // The refusal doesn't use up the code.
  expect(await alice.call(confirmLink, { params: { code } })).toMatchObject({
    operator: { id: alice.address },
  })

  await alice.call(removeNode, { params: { id: account.address } })
  await expect(call(getNode, { params: { id: account.address } })).rejects.toMatchObject({
    code: 'not_found',
  })
  const { code: again } = await request(account)
  expect(await bob.call(confirmLink, { params: { code: again } })).toMatchObject({
    operator: { id: bob.address },
  })
  const { same } = await rowOf(
    deps,
    sql`select n.account = a.id as same from nodes n join ledger_accounts a on a.address = n.operator
    where n.id = ${account.address.toLowerCase()}`,
  )
  expect(same).toBe(true)
})

test('a link token links one machine, which may use it again', async () => {
  const { token, expiresAt } = await alice.call(createLinkToken)
  expect(expiresAt.getTime() - clock.now.getTime()).toBe(24 * 60 * MINUTE)
  const [first, second] = [newKey(), newKey()]
  await startSession(first, token)
  await expect(startSession(second, token)).rejects.toMatchObject({ code: 'node_not_linked' })
  // The same machine can restart with the token in its configuration.
  await startSession(first, token)
  expect(await call(getNode, { params: { id: first.address } })).toMatchObject({
    operator: { id: alice.address },
  })
  const { rows } = await deps.db.execute(sql`select token_hash from node_link_tokens`)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('refuses an expired or invented link token', async () => {
  const { token } = await alice.call(createLinkToken)
  await deps.db.execute(sql`update node_link_tokens set expires_at = ${clock.now}`)
  for (const wrong of [token, 'x', 'y'.repeat(100)]) {
    await expect(startSession(newKey(), wrong)).rejects.toMatchObject({ code: 'node_not_linked' })
  }
})

test('a link token that many machines use at once links one of them', async () => {
  const { token } = await alice.call(createLinkToken)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => startSession(newKey(), token)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('[N01] refuses a signature by another key, of another text or of a used challenge', async () => {
  const account = newKey()
  const good = await signedChallenge(call, account)
  const bad = [
    await signedChallenge(call, { ...newKey(), address: account.address }),
    { ...good, node: newKey().address },
    { node: account.address, signature: await account.signMessage({ message: 'anything' }) },
    { ...good, signature: `0x${'0'.repeat(130)}` as const },
  ]
  for (const proof of bad) {
    await expect(call(requestLink, { body: { ...proof, name: 'x' } })).rejects.toMatchObject({
      code: 'signature_invalid',
    })
  }
  await call(requestLink, { body: { ...good, name: 'x' } })
  await expect(call(requestLink, { body: { ...good, name: 'x' } })).rejects.toMatchObject({
    code: 'signature_invalid',
  })
})

test('[A05] accepts a signature once, even for simultaneous requests', async () => {
  const proof = await signedChallenge(call, newKey())
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => call(requestLink, { body: { ...proof, name: 'x' } })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a challenge expires after two minutes', async () => {
  const proof = await signedChallenge(call, newKey())
  const began = clock.now
  try {
    clock.now = new Date(began.getTime() + 2 * MINUTE)
    await expect(call(requestLink, { body: { ...proof, name: 'x' } })).rejects.toMatchObject({
      code: 'signature_invalid',
    })
  } finally {
    clock.now = began
  }
})

test('[A01] a stranger’s challenges for a node neither fill the table nor lock the node out', async () => {
  const account = newKey()
  const first = await signedChallenge(call, account)
  for (let time = 0; time < 100; time++) {
    await call(requestNodeChallenge, { body: { node: account.address } })
  }
  const { count } = await rowOf(
    deps,
    sql`select count(*)::int as count from challenges where address = ${`node:${account.address.toLowerCase()}`}`,
  )
  expect(count).toBeLessThanOrEqual(5)
  await call(requestLink, { body: { ...first, name: 'x' } })
  await request(account)
})

test('a node’s challenge has another text and another subject than a user’s', async () => {
  const account = newKey()
  const { message } = await call(requestNodeChallenge, { body: { node: account.address } })
  expect(message).toContain('Infra node')
  const { rows } = await deps.db.execute(sql`select address from challenges where message = ${message}`)
  expect(rows).toEqual([{ address: `node:${account.address.toLowerCase()}` }])
})

test('a challenge of a node signs no user in, and a challenge of a user links no node', async () => {
  const account = newKey()
  const { message } = await call(requestChallenge, { body: { userId: account.address } })
  const forNode = await signedChallenge(call, account)
  const forUser = await account.signMessage({ message })
  await expect(
    call(exchangeSignature, { body: { userId: account.address, signature: forNode.signature } }),
  ).rejects.toMatchObject({ code: 'signature_invalid' })
  await expect(
    call(requestLink, { body: { ...forNode, signature: forUser, name: 'x' } }),
  ).rejects.toMatchObject({ code: 'signature_invalid' })
  // Each is accepted for its own purpose.
  await call(exchangeSignature, { body: { userId: account.address, signature: forUser } })
  await call(requestLink, { body: { ...forNode, name: 'x' } })
})

test('[A17] refuses an address with a wrong checksum', async () => {
  await expect(
    call(requestNodeChallenge, { body: { node: '0x52908400098527886E0F7030069857D2E4169Ee7' } }),
  ).rejects.toMatchObject({ code: 'address_invalid' })
})
