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

/** The devnet, saying that it is mainnet: there blocks can be taken back. */
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

const remember = () => devnet.ask('evm_snapshot')
/** A minute each, so that the devnet is ahead of the clock and adds no block of its own. */
const mine = (blocks: number) => devnet.ask('hardhat_mine', [numberToHex(blocks), numberToHex(60)])

/** The chain goes on from what was remembered, and is longer than it was. */
async function reorganise(from: unknown, blocks: number) {
  await devnet.ask('evm_revert', [from])
  await mine(blocks + 1)
}

async function tells(person: Person) {
  await sweepStakes(api.deps)
  const { stake, comingTiers } = (await person.call(getStaking)).mine
  return { stake, coming: comingTiers.map(({ name }) => name) }
}

/** What was given by the next day, when the stake has rested. */
async function givenADayLater(key: Hex) {
  api.clock.now = new Date(api.clock.now.getTime() + 86_400_000)
  await sweepStakes(api.deps)
  const { available } = await (await signInSomeone(api, key)).call(getCredits)
  return available - STARTER_CREDITS
}

const nothing = { stake: '0', coming: [] }
const counted = { stake: String(parseEther('1000')), coming: [warm!.name] }

test.each([1, 2, 6, 12])(
  '[K41] a stake that a reorganisation of %i blocks takes back never counted; mined again, it counts once',
  async (depth) => {
    const key = generatePrivateKey()
    const alice = await signInSomeone(api, key)
    await devnet.giveTokens(alice.address)
    await devnet.allow(key, 1_000)
    await mine(12)
    expect(await tells(alice)).toEqual(nothing)

    const before = await remember()
    await devnet.stakeAllowed(key, 1_000)
    if (depth > 1) await mine(depth - 1)
    expect(await tells(alice)).toEqual(nothing)
    await reorganise(before, depth)
    expect(await tells(alice)).toEqual(nothing)
    await mine(30)
    expect(await tells(alice)).toEqual(nothing)

    await devnet.stakeAllowed(key, 1_000)
    const after = await remember()
    await mine(11)
    expect(await tells(alice)).toEqual(nothing)
    await mine(1)
    expect(await tells(alice)).toEqual(counted)
    await reorganise(after, depth)
    expect(await tells(alice)).toEqual(counted)
    await mine(30)
    expect(await tells(alice)).toEqual(counted)
    expect(await givenADayLater(key)).toBe(warm!.dailyCredits)
    expect(await reconcile(api.deps.db)).toEqual([])
  },
)

test('[K41] a withdrawal that is taken back takes nothing away, and one that stays does', async () => {
  const key = generatePrivateKey()
  const alice = await signInSomeone(api, key)
  await devnet.giveTokens(alice.address)
  await devnet.stake(key, 1_000)
  await mine(12)
  expect(await tells(alice)).toEqual(counted)

  const before = await remember()
  await devnet.withdraw(key, 1_000)
  await mine(11)
  expect(await tells(alice)).toEqual(counted)
  await reorganise(before, 12)
  await mine(30)
  expect(await tells(alice)).toEqual(counted)

  await devnet.withdraw(key, 1_000)
  await mine(12)
  expect(await tells(alice)).toEqual(nothing)
  expect(await givenADayLater(key)).toBe(0)
})
