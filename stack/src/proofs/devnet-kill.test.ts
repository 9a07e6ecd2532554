import { freePort } from '@infra/postgres/free-port'
import { createClient } from '@infra/protocol/client'
import { getPrices } from '@infra/protocol/credits'
import { askDevnet } from '@infra/protocol/staking'
import { expect, test, vi } from 'vitest'
import { commandOf, spawnStack } from '../test/spawned-stack.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

const someone = '0x00000000000000000000000000000000000000b0'

interface RpcAnswer {
  result?: { blockHash: string; blockNumber: string; hash: string; timestamp: string }
  error?: { message: string }
}

test('the devnet survives kill -9, and everything else works while it is down', async () => {
  const env = { DATA_DIR: await temporaryFolder(), PORT: String(await freePort()) }
  const stack = spawnStack(env)
  await stack.ready()
  const call = createClient({ prefix: `http://127.0.0.1:${env.PORT}/api` })
  const ask = (method: string, ...params: unknown[]) =>
    call(askDevnet, { body: { jsonrpc: '2.0', id: 1, method, params } }) as Promise<RpcAnswer>
  const untilItAnswers = () => vi.waitFor(() => ask('eth_chainId'), { timeout: 30_000, interval: 100 })

  const { result: hash } = await ask('infra_faucet', someone)
  const { result: receipt } = await ask('eth_getTransactionReceipt', hash)
  const { result: balance } = await ask('eth_getBalance', someone, 'latest')
  const { result: block } = await ask('eth_getBlockByNumber', 'latest', false)
  expect(receipt).toMatchObject({ status: '0x1' })
  const expectTheSame = async () => {
    expect((await ask('eth_getTransactionReceipt', hash)).result).toEqual(receipt)
    expect((await ask('eth_getBlockByHash', block!.hash, false)).result).toEqual(block)
    expect((await ask('eth_getBalance', someone, 'latest')).result).toBe(balance)
    expect((await ask('infra_faucet', someone)).error?.message).toContain('tomorrow')
  }

  process.kill(
    stack.tree().find((pid) => commandOf(pid).includes('contracts/src/devnet/main.ts'))!,
    'SIGKILL',
  )
  await expect(ask('eth_chainId')).rejects.toMatchObject({ code: 'dependency_unavailable' })
  expect((await call(getPrices)).tiers).toHaveLength(3)
  expect((await fetch(`http://127.0.0.1:${env.PORT}/readyz`)).status).toBe(200)
  await untilItAnswers()
  await expectTheSame()

  await stack.killTree()
  const again = spawnStack(env)
  await again.ready()
  await untilItAnswers()
  await expectTheSame()
  // The chain's time goes on.
  const other = '0x00000000000000000000000000000000000000b1'
  expect((await ask('infra_faucet', other)).error).toBeUndefined()
  const { result: latest } = await ask('eth_getBlockByNumber', 'latest', false)
  expect(Number(latest!.timestamp)).toBeGreaterThan(Number(block!.timestamp))
  again.process.kill('SIGTERM')
  expect(await again.exited).toBe(0)
})

test('without the devnet, the stack runs with no second chain and no staking', async () => {
  const env = { DATA_DIR: await temporaryFolder(), PORT: String(await freePort()), DEVNET: 'off' }
  const stack = spawnStack(env)
  await stack.ready()
  expect(stack.tree().map(commandOf).join('\n')).not.toContain('devnet')
  const page = await (await fetch(`http://127.0.0.1:${env.PORT}/`)).text()
  expect(page).toContain('"staking":null')
  expect(page).not.toContain('31337')
  stack.process.kill('SIGTERM')
  expect(await stack.exited).toBe(0)
})
