import { getCredits, getStatement, STARTER_CREDITS } from '@infra/protocol/credits'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { askDevnet, getStaking, stakeTiers } from '@infra/protocol/staking'
import { getMe, getUser } from '@infra/protocol/users'
import { type Hex, parseEther } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { signInSomeone } from '../test/person.ts'
import { testDevnet } from '../test/servers/test-devnet.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sweepStakes } from './sweep-stakes.ts'

const devnet = await testDevnet()
const api = await startTestApi({ env: devnet.env })
const [warm, hot] = stakeTiers
const DAY_MS = 86_400_000

async function staker(tokens: number) {
  const key = generatePrivateKey()
  const person = await signInSomeone(api, key)
  await devnet.giveTokens(person.address)
  if (tokens > 0) await devnet.stake(key, tokens)
  return { ...person, key }
}

/** Sweeps, advances the clock by a day, sweeps again, and signs the user in again, because their token has expired. */
async function dayLater(key: Hex) {
  await sweepStakes(api.deps)
  api.clock.now = new Date(api.clock.now.getTime() + DAY_MS)
  await sweepStakes(api.deps)
  return signInSomeone(api, key)
}

test('[finding S17] shows a staker when the stake will count, and gives the tier and its allowance a day later', async () => {
  const alice = await staker(0)
  expect((await alice.call(getStaking)).mine).toMatchObject({ stake: null, tier: null, dailyCredits: 0 })
  await sweepStakes(api.deps)
  expect((await alice.call(getStaking)).mine).toMatchObject({ stake: '0', tier: null, isGivenToday: false })

  await devnet.stake(alice.key, 1_000)
  await sweepStakes(api.deps)
  const stakedAt = api.clock.now.getTime()
  const fresh = await alice.call(getStaking)
  expect(fresh).toMatchObject({
    place: { chainId: 31_337, contract: devnet.env.STAKING_ADDRESS, token: devnet.env.STAKING_TOKEN_ADDRESS },
    tiers: stakeTiers,
    mine: { stake: String(parseEther('1000')), tier: null, dailyCredits: 0, isGivenToday: false },
    isChainReachable: true,
  })
  const { name, dailyCredits } = warm!
  expect(fresh.mine.comingTiers).toEqual([{ name, dailyCredits, countsAt: new Date(stakedAt + DAY_MS) }])
  expect(fresh.mine.nextDayAt).toEqual(new Date('2026-01-02T00:00:00Z'))
  api.clock.now = new Date(stakedAt + DAY_MS - 1)
  await sweepStakes(api.deps)
  const almost = await signInSomeone(api, alice.key)
  expect((await almost.call(getCredits)).available).toBe(STARTER_CREDITS)

  api.clock.now = new Date(stakedAt + DAY_MS)
  await sweepStakes(api.deps)
  expect((await almost.call(getStaking)).mine).toMatchObject({
    ...{ tier: warm!.name, comingTiers: [], isGivenToday: true },
  })
  expect((await almost.call(getCredits)).available).toBe(STARTER_CREDITS + warm!.dailyCredits)
  const { items } = await almost.call(getStatement)
  expect(items[0]).toMatchObject({ kind: 'allowance', available: warm!.dailyCredits })
})

test('[finding S17] a stake passed from wallet to wallet earns one allowance per day in total', async () => {
  const passers = [await staker(10_000), await staker(0), await staker(0)]
  await dayLater(passers[0]!.key)
  for (const [place, { key, address }] of passers.entries()) {
    const next = passers[place + 1]
    if (!next) break
    await devnet.withdraw(key, 10_000)
    await devnet.sendTokens(key, next.address, 10_000)
    await devnet.stake(next.key, 10_000)
    await sweepStakes(api.deps)
    expect((await (await signInSomeone(api, key)).call(getStaking)).mine.tier, address).toBeNull()
  }
  const given = async () => {
    const credits = passers.map(async ({ key }) => (await signInSomeone(api, key)).call(getCredits))
    return (await Promise.all(credits)).map(({ available }) => available - STARTER_CREDITS)
  }
  expect(await given()).toEqual([hot!.dailyCredits, 0, 0])
  await dayLater(passers[2]!.key)
  expect(await given()).toEqual([hot!.dailyCredits, 0, hot!.dailyCredits])
  expect(await reconcile(api.deps.db)).toEqual([])
})

test('[finding S17] an added stake waits separately, a withdrawal counts at once, and the rest keeps counting', async () => {
  const alice = await staker(1_000)
  await dayLater(alice.key)
  await devnet.stake(alice.key, 11_000)
  await sweepStakes(api.deps)
  const mine = async () => (await (await signInSomeone(api, alice.key)).call(getStaking)).mine
  expect(await mine()).toMatchObject({ tier: warm!.name, comingTiers: [{ name: hot!.name }] })
  const { countsAt } = (await mine()).comingTiers[0]!

  // A withdrawal takes the newest stake first; the rest of it keeps its waiting period.
  api.clock.now = new Date(api.clock.now.getTime() + DAY_MS / 2)
  await devnet.withdraw(alice.key, 2_000)
  await sweepStakes(api.deps)
  expect(await mine()).toMatchObject({ tier: warm!.name, comingTiers: [{ name: hot!.name, countsAt }] })
  api.clock.now = countsAt
  await sweepStakes(api.deps)
  expect(await mine()).toMatchObject({ tier: hot!.name, comingTiers: [] })

  await devnet.withdraw(alice.key, 9_500)
  await devnet.stake(alice.key, 9_500)
  await sweepStakes(api.deps)
  expect(await mine(), 'out and in again between two readings').toMatchObject({ tier: hot!.name })
  await devnet.withdraw(alice.key, 9_500)
  await sweepStakes(api.deps)
  expect(await mine()).toMatchObject({ tier: null, comingTiers: [] })
  await devnet.stake(alice.key, 9_500)
  await sweepStakes(api.deps)
  expect(await mine()).toMatchObject({ tier: null, comingTiers: [{ name: warm!.name }, { name: hot!.name }] })
})

test('gives the allowance once per day, however often the sweep runs', async () => {
  const alice = await staker(10_000)
  const rested = await dayLater(alice.key)
  await Promise.all(Array.from({ length: 8 }, () => sweepStakes(api.deps)))
  expect((await rested.call(getCredits)).available).toBe(STARTER_CREDITS + hot!.dailyCredits)

  // The rest reaches no tier, so the next day brings nothing.
  await devnet.withdraw(alice.key, 9_500)
  const later = await dayLater(alice.key)
  expect((await later.call(getCredits)).available).toBe(STARTER_CREDITS + hot!.dailyCredits)
  expect((await later.call(getStaking)).mine).toMatchObject({ tier: null, isGivenToday: false })
  await devnet.stake(alice.key, 500)
  const again = await dayLater(alice.key)
  expect((await again.call(getCredits)).available).toBe(
    STARTER_CREDITS + hot!.dailyCredits + warm!.dailyCredits,
  )
  expect(await reconcile(api.deps.db)).toEqual([])
})

test('shows the tier only to the account’s owner, and exports what is stored of the stake', async () => {
  const alice = await staker(0)
  expect(await alice.call(getMe)).toMatchObject({ tier: null })
  expect(await alice.call(exportMe)).toMatchObject({ stake: null })
  await devnet.stake(alice.key, 10_000)
  await sweepStakes(api.deps)
  const since = api.clock.now
  const later = await dayLater(alice.key)
  expect(await later.call(getMe)).toMatchObject({ tier: hot!.name })
  expect(await api.call(getUser, { params: { id: alice.address } })).not.toHaveProperty('tier')

  const { account, stake, statement } = await later.call(exportMe)
  expect(account.tier).toBe(hot!.name)
  const amount = String(parseEther('10000'))
  expect(stake).toEqual({
    ...{ amount, block: expect.stringMatching(/^[1-9]\d*$/), readAt: since },
    levels: [{ amount, since }],
  })
  expect(statement[0]).toMatchObject({ kind: 'allowance', available: hot!.dailyCredits })
})

test('deleting the account and signing in again gives no second allowance that day and restarts the waiting period', async () => {
  const { key } = await staker(1_000)
  const alice = await dayLater(key)
  expect((await alice.call(getStaking)).mine.isGivenToday).toBe(true)
  await alice.call(deleteMe)
  const back = await signInSomeone(api, key)
  await sweepStakes(api.deps)
  expect((await back.call(getCredits)).available).toBe(0)
  expect((await back.call(getStaking)).mine).toMatchObject({
    ...{ tier: null, comingTiers: [{ name: warm!.name }], isGivenToday: true },
  })
  expect(await reconcile(api.deps.db)).toEqual([])
})

test('finds a stake that was made before the account existed', async () => {
  const key = generatePrivateKey()
  const stranger = await signInSomeone(api, key)
  await devnet.giveTokens(stranger.address)
  await devnet.stake(key, 1_000)
  await stranger.call(deleteMe)
  await sweepStakes(api.deps)
  const alice = await signInSomeone(api, key)
  await sweepStakes(api.deps)
  expect((await alice.call(getStaking)).mine.comingTiers).toMatchObject([{ name: warm!.name }])
})

test('browsers can call only the allowed methods of the devnet through the API', async () => {
  const ask = (method: string, ...params: unknown[]) =>
    api.call(askDevnet, { body: { jsonrpc: '2.0', id: 7, method, params } })
  expect(await ask('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x7a69' })
  for (const method of ['evm_increaseTime', 'hardhat_setBalance', 'eth_sendTransaction', 'debug_traceCall'])
    expect(await ask(method)).toMatchObject({ error: { code: -32_601 } })
  const both = [
    { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
    { jsonrpc: '2.0', id: 2, method: 'net_version' },
  ]
  expect(await api.call(askDevnet, { body: both })).toMatchObject([{ id: 1 }, { id: 2, result: '31337' }])
  await expect(api.call(askDevnet, { body: [] })).rejects.toMatchObject({ code: 'validation_failed' })
})

test('without a staking chain the devnet endpoint answers not_found and staking has no contract', async () => {
  const plain = await startTestApi()
  await expect(plain.call(askDevnet, { body: {} })).rejects.toMatchObject({ code: 'not_found' })
  const alice = await signInSomeone(plain)
  await sweepStakes(plain.deps)
  expect(await alice.call(getStaking)).toMatchObject({ place: null, isChainReachable: false })
})
