import { getCredits, getStatement, STARTER_CREDITS } from '@infra/protocol/credits'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { askDevnet, getStaking, stakeTiers } from '@infra/protocol/staking'
import { getMe, getUser } from '@infra/protocol/users'
import { parseEther } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { signInSomeone } from '../test/person.ts'
import { stage } from '../test/stage.ts'
import { testDevnet } from '../test/test-devnet.ts'
import { sweepStakes } from './sweep-stakes.ts'

const devnet = await testDevnet()
const house = await stage({ env: devnet.env })
const [warm, hot] = stakeTiers

async function staker(tokens: number) {
  const key = generatePrivateKey()
  const person = await signInSomeone(house, key)
  await devnet.giveTokens(person.address)
  if (tokens > 0) await devnet.stake(key, tokens)
  return { ...person, key }
}

test('who stakes gets a tier, and its allowance at once, in credits and statement', async () => {
  const alice = await staker(0)
  expect((await alice.call(getStaking)).mine).toMatchObject({ stake: null, tier: null, dailyCredits: 0 })
  await sweepStakes(house.deps)
  expect((await alice.call(getStaking)).mine).toMatchObject({ stake: '0', tier: null, isGivenToday: false })

  await devnet.stake(alice.key, 1_000)
  await sweepStakes(house.deps)
  const told = await alice.call(getStaking)
  expect(told).toMatchObject({
    place: { chainId: 31_337, contract: devnet.env.STAKING_ADDRESS, token: devnet.env.STAKING_TOKEN_ADDRESS },
    tiers: stakeTiers,
    mine: { stake: String(parseEther('1000')), tier: warm!.name, isGivenToday: true },
    isChainReachable: true,
  })
  expect(told.mine.nextDayAt).toEqual(new Date('2026-01-02T00:00:00Z'))
  expect((await alice.call(getCredits)).available).toBe(STARTER_CREDITS + warm!.dailyCredits)
  const { items } = await alice.call(getStatement)
  expect(items[0]).toMatchObject({ kind: 'allowance', available: warm!.dailyCredits })
})

test('the allowance is given once a day, however often and by however many it is asked for', async () => {
  const alice = await staker(10_000)
  await Promise.all(Array.from({ length: 8 }, () => sweepStakes(house.deps)))
  await sweepStakes(house.deps)
  expect((await alice.call(getCredits)).available).toBe(STARTER_CREDITS + hot!.dailyCredits)

  // What is left reaches no tier, so the next day brings nothing until it does.
  await devnet.withdraw(alice.key, 9_500)
  house.clock.now = new Date(house.clock.now.getTime() + 86_400_000)
  await sweepStakes(house.deps)
  const later = await signInSomeone(house, alice.key)
  expect((await later.call(getCredits)).available).toBe(STARTER_CREDITS + hot!.dailyCredits)
  expect((await later.call(getStaking)).mine).toMatchObject({ tier: null, isGivenToday: false })
  await devnet.stake(alice.key, 500)
  await sweepStakes(house.deps)
  expect((await later.call(getCredits)).available).toBe(
    STARTER_CREDITS + hot!.dailyCredits + warm!.dailyCredits,
  )
  expect(await reconcile(house.deps.db)).toEqual([])
})

test('the account tells its tier, to its owner alone, and an export has what is kept of the stake', async () => {
  const alice = await staker(0)
  expect(await alice.call(getMe)).toMatchObject({ tier: null })
  expect(await alice.call(exportMe)).toMatchObject({ stake: null })
  await devnet.stake(alice.key, 10_000)
  await sweepStakes(house.deps)
  expect(await alice.call(getMe)).toMatchObject({ tier: hot!.name })
  expect(await house.call(getUser, { params: { id: alice.address } })).not.toHaveProperty('tier')

  const { account, stake, statement } = await alice.call(exportMe)
  expect(account.tier).toBe(hot!.name)
  expect(stake).toEqual({
    amount: String(parseEther('10000')),
    block: expect.stringMatching(/^[1-9]\d*$/),
    readAt: house.clock.now,
  })
  expect(statement[0]).toMatchObject({ kind: 'allowance', available: hot!.dailyCredits })
})

test('who deletes the account and comes back the same day gets no second allowance', async () => {
  const alice = await staker(1_000)
  await sweepStakes(house.deps)
  await alice.call(deleteMe)
  const back = await signInSomeone(house, alice.key)
  await sweepStakes(house.deps)
  expect((await back.call(getCredits)).available).toBe(0)
  expect((await back.call(getStaking)).mine).toMatchObject({ tier: warm!.name, isGivenToday: true })
  expect(await reconcile(house.deps.db)).toEqual([])
})

test('who staked before having an account here is found', async () => {
  const key = generatePrivateKey()
  const stranger = await signInSomeone(house, key)
  await devnet.giveTokens(stranger.address)
  await devnet.stake(key, 1_000)
  await stranger.call(deleteMe)
  await sweepStakes(house.deps)
  const alice = await signInSomeone(house, key)
  await sweepStakes(house.deps)
  expect((await alice.call(getStaking)).mine.tier).toBe(warm!.name)
})

test('browsers reach the development chain through the API, and only what is theirs to ask', async () => {
  const ask = (method: string, ...params: unknown[]) =>
    house.call(askDevnet, { body: { jsonrpc: '2.0', id: 7, method, params } })
  expect(await ask('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x7a69' })
  for (const method of ['evm_increaseTime', 'hardhat_setBalance', 'eth_sendTransaction', 'debug_traceCall'])
    expect(await ask(method)).toMatchObject({ error: { code: -32_601 } })
  const both = [
    { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
    { jsonrpc: '2.0', id: 2, method: 'net_version' },
  ]
  expect(await house.call(askDevnet, { body: both })).toMatchObject([{ id: 1 }, { id: 2, result: '31337' }])
  await expect(house.call(askDevnet, { body: [] })).rejects.toMatchObject({ code: 'validation_failed' })
})

test('where there is no development chain, nothing is handed on, and nobody stakes', async () => {
  const plain = await stage()
  await expect(plain.call(askDevnet, { body: {} })).rejects.toMatchObject({ code: 'not_found' })
  const alice = await signInSomeone(plain)
  await sweepStakes(plain.deps)
  expect(await alice.call(getStaking)).toMatchObject({ place: null, isChainReachable: false })
})
