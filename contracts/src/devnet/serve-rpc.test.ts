import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { infraStakingAbi } from '../generated/infra-staking.ts'
import { deployContracts } from './deploy-contracts.ts'
import { openDevnet } from './devnet.ts'
import { openFaucet } from './faucet.ts'
import { serveRpc } from './serve-rpc.ts'

const folder = await mkdtemp(join(tmpdir(), 'infra-rpc-'))
const devnet = await openDevnet({ folder, clock: () => new Date(), say: () => {} })
await deployContracts(devnet)
const server = await serveRpc(devnet, await openFaucet(devnet), 0)
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await devnet.close()
  await rm(folder, { recursive: true })
})

/** Returns how much gas is left. */
const TELLS_GAS: Hex = '0x5a60005260206000f3'
const LOOPS: Hex = '0x5b600056'

const request = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })
const call = (data: Hex, more: object = {}) => request('eth_call', { data, ...more }, 'latest')

async function ask(body: unknown): Promise<unknown> {
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(body) })
  return answer.json()
}

const askBatch = async (body: unknown[]) =>
  (await ask(body)) as { result?: Hex; error?: { message: string } }[]

test('[finding S17] the calls of a batch share one gas budget, whatever gas they request', async () => {
  const greedy = [{}, { gas: '0x1c9c380' }, { gas: null }, { gas: 30_000_000 }, { gasLimit: '0x1c9c380' }]
  for (const calls of [1, 5, 100]) {
    const batch = Array.from({ length: calls }, (_, place) => call(TELLS_GAS, greedy[place % greedy.length]))
    const gas = (await askBatch(batch)).map(({ result }) => Number(result))
    expect(gas.every((each) => each > 0)).toBe(true)
    expect(gas.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(10_000_000)
  }
  for (const one of greedy) {
    const { result } = (await ask(call(TELLS_GAS, one))) as { result: Hex }
    expect(Number(result)).toBeLessThanOrEqual(10_000_000)
  }
})

test('[finding S17] endless loops run out of gas, and reads in the same batch are answered', async () => {
  const data = encodeFunctionData({ abi: infraStakingAbi, functionName: 'totalStaked' })
  const loops = Array.from({ length: 98 }, () => call(LOOPS))
  const estimate = request('eth_estimateGas', { data: LOOPS })
  const answers = await askBatch([...loops, estimate, call(data, { to: devnet.contracts.staking })])
  for (const { error } of answers.slice(0, 99)) expect(error?.message).toMatch(/gas/)
  expect(BigInt(answers[99]!.result!)).toBeGreaterThan(0n)
})

test('a call may request less gas, and invalid calls are refused', async () => {
  const [little, nonsense, nothing] = await askBatch([
    call(TELLS_GAS, { gas: '0xea60' }),
    call(TELLS_GAS, { gas: 'much' }),
    request('eth_call'),
  ])
  expect(Number(little!.result)).toBeLessThan(60_000)
  expect(nonsense!.error).toBeDefined()
  expect(nothing!.error).toBeDefined()
})
