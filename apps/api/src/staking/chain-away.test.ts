import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCredits, STARTER_CREDITS } from '@infra/protocol/credits'
import { askDevnet, getStaking, stakeTiers } from '@infra/protocol/staking'
import { type Hex, numberToHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { signInSomeone } from '../test/person.ts'
import { testDevnet } from '../test/servers/test-devnet.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sweepStakes } from './sweep-stakes.ts'

const devnet = await testDevnet()
const [warm] = stakeTiers

interface Question {
  id: number
  method: string
  params: unknown[]
}

/** Changes or withholds the devnet's answers to the API. Returns true if it has dealt with the response. */
let overwrite: (question: Question, response: ServerResponse, answer: { result: unknown }) => boolean = () =>
  false

const between = createServer(async (request, response) => {
  const question = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Question
  const reply = await fetch(devnet.env.DEVNET_RPC_URL!, { method: 'POST', body: JSON.stringify(question) })
  const answer = await reply.json()
  if (!overwrite(question, response, answer)) response.end(JSON.stringify(answer))
}).listen(0, '127.0.0.1')
await once(between, 'listening')
afterAll(() => {
  between.closeAllConnections()
  between.close()
})

const DEVNET_RPC_URL = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
const api = await startTestApi({ env: { ...devnet.env, DEVNET_RPC_URL } })

/** Advances the clock by a day and signs the user in again, because their access token has expired. */
function dayLater(key: Hex) {
  api.clock.now = new Date(api.clock.now.getTime() + 86_400_000)
  return signInSomeone(api, key)
}

const faults: [string, typeof overwrite][] = [
  [
    'the wrong chain',
    ({ id, method }, response) => {
      if (method !== 'eth_chainId') return false
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }))
      return true
    },
  ],
  [
    'a chain that has been stuck for an hour',
    ({ method }, _response, answer) => {
      const hourAgo = numberToHex(Math.floor(api.clock.now.getTime() / 1000) - 3_600)
      if (method === 'eth_getBlockByNumber') Object.assign(answer.result as object, { timestamp: hourAgo })
      return false
    },
  ],
  [
    'a provider that limits our requests (429)',
    (_question, response) => {
      response.writeHead(429).end()
      return true
    },
  ],
  ['a provider that never answers', () => true],
]

test.each(faults)(
  '[K43] with %s, requests still work, no allowance is given, and the stake counts later',
  async (_what, fault) => {
    const key = generatePrivateKey()
    const alice = await signInSomeone(api, key)
    await devnet.giveTokens(alice.address)
    await sweepStakes(api.deps)
    await devnet.stake(key, 1_000)

    overwrite = fault
    await expect(sweepStakes(api.deps)).rejects.toThrow()
    api.clock.now = new Date(api.clock.now.getTime() + 60_000)
    expect(await alice.call(getStaking)).toMatchObject({ mine: { tier: null }, isChainReachable: false })
    expect((await alice.call(getCredits)).available).toBe(STARTER_CREDITS)

    overwrite = () => false
    await sweepStakes(api.deps)
    expect(await alice.call(getStaking)).toMatchObject({
      ...{ mine: { comingTiers: [{ name: warm!.name }] }, isChainReachable: true },
    })
    const rested = await dayLater(key)
    await sweepStakes(api.deps)
    expect((await rested.call(getCredits)).available).toBe(STARTER_CREDITS + warm!.dailyCredits)
  },
)

test('[K43] without the chain, staking shows the last known state and the devnet endpoint is unavailable', async () => {
  const key = generatePrivateKey()
  const alice = await signInSomeone(api, key)
  await devnet.giveTokens(alice.address)
  await devnet.stake(key, 1_000)
  await sweepStakes(api.deps)
  await dayLater(key)
  await sweepStakes(api.deps)
  await devnet.goAway()
  between.closeAllConnections()
  between.close()

  // The next day the API can't know whether the stake is still there.
  const fresh = await dayLater(key)
  await expect(sweepStakes(api.deps)).rejects.toThrow()
  expect(await fresh.call(getStaking)).toMatchObject({
    mine: { tier: warm!.name, isGivenToday: false },
    isChainReachable: false,
  })
  expect((await fresh.call(getCredits)).available).toBe(STARTER_CREDITS + warm!.dailyCredits)
  const request = api.call(askDevnet, { body: { jsonrpc: '2.0', id: 1, method: 'eth_chainId' } })
  await expect(request).rejects.toMatchObject({ code: 'dependency_unavailable', retryAfterSeconds: 2 })
})
