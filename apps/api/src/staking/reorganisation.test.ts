import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { getStaking, stakeTiers } from '@infra/protocol/staking'
import { type Hex, numberToHex, parseEther } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { reconcile } from '../ledger/reconcile.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { testDevnet } from '../test/servers/test-devnet.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sweepStakes } from './sweep-stakes.ts'

const devnet = await testDevnet()
const [warm] = stakeTiers

/** The devnet under mainnet's chain id, because on mainnet blocks can be reorganised. */
const mainnet = createServer(async (request, response) => {
  const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  const result = method === 'eth_chainId' ? '0x1' : await devnet.ask(method, params)
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
}).listen(0, '127.0.0.1')
await once(mainnet, 'listening')
afterAll(() => {
  mainnet.closeAllConnections()
  mainnet.close()
})

const api = await startTestApi({
  env: {
    STAKING_CHAIN_ID: '1',
    STAKING_ADDRESS: devnet.env.STAKING_ADDRESS!,
    STAKING_TOKEN_ADDRESS: devnet.env.STAKING_TOKEN_ADDRESS!,
    RPC_URL: `http://127.0.0.1:${(mainnet.address() as AddressInfo).port}`,
  },
})

const snapshot = () => devnet.ask('evm_snapshot')
/** Blocks are a minute apart, so that the devnet is ahead of the clock and adds none by itself. */
const mine = (blocks: number) => devnet.ask('hardhat_mine', [numberToHex(blocks), numberToHex(60)])

/** Reverts the chain to a snapshot and makes it longer than it was. */
async function reorganise(from: unknown, blocks: number) {
  await devnet.ask('evm_revert', [from])
  await mine(blocks + 1)
}

async function stakeOf(person: Person) {
  await sweepStakes(api.deps)
  const { stake, comingTiers } = (await person.call(getStaking)).mine
  return { stake, coming: comingTiers.map(({ name }) => name) }
}

/** The allowance given by the next day, when the stake's waiting period is over. */
async function givenADayLater(key: Hex) {
  api.clock.now = new Date(api.clock.now.getTime() + 86_400_000)
  await sweepStakes(api.deps)
  const { available } = await (await signInSomeone(api, key)).call(getCredits)
  return available - STARTER_CREDITS
}

const nothing = { stake: '0', coming: [] }
const counted = { stake: String(parseEther('1000')), coming: [warm!.name] }

test.each([1, 2, 6, 12])(
  '[K41] a stake removed by a reorganisation of %i blocks never counts, and counts once when it is mined again',
  async (depth) => {
    const key = generatePrivateKey()
    const alice = await signInSomeone(api, key)
    await devnet.giveTokens(alice.address)
    await devnet.allow(key, 1_000)
    await mine(12)
    expect(await stakeOf(alice)).toEqual(nothing)

    const before = await snapshot()
    await devnet.stakeAllowed(key, 1_000)
    if (depth > 1) await mine(depth - 1)
    expect(await stakeOf(alice)).toEqual(nothing)
    await reorganise(before, depth)
    expect(await stakeOf(alice)).toEqual(nothing)
    await mine(30)
    expect(await stakeOf(alice)).toEqual(nothing)

    await devnet.stakeAllowed(key, 1_000)
    const after = await snapshot()
    await mine(11)
    expect(await stakeOf(alice)).toEqual(nothing)
    await mine(1)
    expect(await stakeOf(alice)).toEqual(counted)
    await reorganise(after, depth)
    expect(await stakeOf(alice)).toEqual(counted)
    await mine(30)
    expect(await stakeOf(alice)).toEqual(counted)
    expect(await givenADayLater(key)).toBe(warm!.dailyCredits)
    expect(await reconcile(api.deps.db)).toEqual([])
  },
)

test('[K41] a withdrawal removed by a reorganisation changes nothing, and one that stays ends the stake', async () => {
  const key = generatePrivateKey()
  const alice = await signInSomeone(api, key)
  await devnet.giveTokens(alice.address)
  await devnet.stake(key, 1_000)
  await mine(12)
  expect(await stakeOf(alice)).toEqual(counted)

  const before = await snapshot()
  await devnet.withdraw(key, 1_000)
  await mine(11)
  expect(await stakeOf(alice)).toEqual(counted)
  await reorganise(before, 12)
  await mine(30)
  expect(await stakeOf(alice)).toEqual(counted)

  await devnet.withdraw(key, 1_000)
  await mine(12)
  expect(await stakeOf(alice)).toEqual(nothing)
  expect(await givenADayLater(key)).toBe(0)
})
