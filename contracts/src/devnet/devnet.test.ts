import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  encodeDeployData,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseEther,
  parseGwei,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { isExpectedCode } from '../deployed-code.ts'
import { infraStakingAbi, infraStakingCode } from '../generated/infra-staking.ts'
import { infraTokenAbi, infraTokenCode } from '../generated/infra-token.ts'
import { infraTokenCreationCode } from '../generated/infra-token-creation.ts'
import { deployContracts, hasOldContracts } from './deploy-contracts.ts'
import { type Devnet, openDevnet } from './devnet.ts'
import { openDevnetKeys } from './devnet-keys.ts'
import { openFaucet } from './faucet.ts'
import { DEVNET_ID, multicall3Address } from './open-chain.ts'
import { openCurrentDevnet } from './open-current-devnet.ts'
import { sendFrom } from './send-from.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

const someone = '0x00000000000000000000000000000000000000b0'
const clock = { now: new Date('2026-11-15T12:00:00Z') }
const logged: string[] = []

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-devnet-'))
  folders.push(folder)
  return folder
}

const open = (folder: string) =>
  openDevnet({ folder, clock: () => clock.now, say: (one) => logged.push(one) })

/** Deploys one byte of code, STOP. */
const CREATES_OTHER_CODE: Hex = '0x60016000f3'

const head = async (devnet: Devnet) =>
  (await devnet.ask('eth_getBlockByNumber', ['latest', false])) as { hash: Hex; number: Hex; timestamp: Hex }

test('a devnet deploys both contracts as compiled, only once, and extends the reward period', async () => {
  const devnet = await open(await newFolder())
  expect(await hasOldContracts(devnet)).toBe(false)
  await deployContracts(devnet)
  const codeAt = async (address: Hex) => (await devnet.ask('eth_getCode', [address, 'latest'])) as Hex
  expect(isExpectedCode(await codeAt(devnet.contracts.token), infraTokenCode)).toBe(true)
  expect(isExpectedCode(await codeAt(devnet.contracts.staking), infraStakingCode)).toBe(true)
  expect(await hasOldContracts(devnet)).toBe(false)

  const { number } = await head(devnet)
  await deployContracts(devnet)
  expect((await head(devnet)).number).toBe(number)

  clock.now = new Date(clock.now.getTime() + 366 * 86_400_000)
  await deployContracts(devnet)
  const data = encodeFunctionData({ abi: infraStakingAbi, functionName: 'periodEnd' })
  const end = await devnet.ask('eth_call', [{ to: devnet.contracts.staking, data }, 'latest'])
  expect(Number(end)).toBeGreaterThan(clock.now.getTime() / 1000)
  await devnet.close()
})

test('a replay gives the same blocks, and ignores a line that was cut short', async () => {
  const folder = await newFolder()
  const first = await open(folder)
  await deployContracts(first)
  clock.now = new Date(clock.now.getTime() + 60_000)
  const before = await head(first)
  await first.close()
  await appendFile(join(folder, 'blocks.jsonl'), '{"at":1794')

  clock.now = new Date(clock.now.getTime() + 1_000)
  const second = await open(folder)
  expect(await head(second)).toEqual(before)
  await sendFrom(second, second.accounts.deployer, { to: someone, value: 1n })
  const after = await head(second)
  expect(Number(after.timestamp)).toBeGreaterThan(Number(before.timestamp))
  await second.close()

  const third = await open(folder)
  expect(await head(third)).toEqual(after)
  await third.close()
  expect(logged).toEqual([])
})

test('blocks that replay differently are set aside, and the devnet starts over', async () => {
  const folder = await newFolder()
  const first = await open(folder)
  await deployContracts(first)
  await first.close()
  const name = join(folder, 'blocks.jsonl')
  const lines = (await readFile(name, 'utf8')).split('\n')
  await writeFile(name, lines.with(3, lines[3]!.replace('"at":', '"at":9')).join('\n'))

  const second = await open(folder)
  expect(logged.splice(0).join()).toContain('It starts over')
  expect((await head(second)).number).toBe('0x0')
  expect((await readdir(folder)).toSorted()).toEqual([
    expect.stringMatching(/^blocks-\d+\.jsonl$/),
    'blocks.jsonl',
    'keys.json',
  ])
  await second.close()
})

test('[finding X13] a devnet with another version of the staking contract starts over, and says so', async () => {
  const folder = await newFolder()
  const options = { folder, clock: () => clock.now, say: (one: string) => logged.push(one) }
  const old = await openDevnet(options)
  const { deployer } = old.accounts
  const args = [deployer.address] as const
  const token = encodeDeployData({ abi: infraTokenAbi, bytecode: infraTokenCreationCode, args })
  for (const data of [token, CREATES_OTHER_CODE]) await sendFrom(old, deployer, { data })
  await old.close()

  const current = await openCurrentDevnet(options)
  expect(logged.splice(0)).toEqual([expect.stringContaining('contracts of another version. It starts over')])
  await deployContracts(current)
  const renounce = encodeFunctionData({ abi: infraStakingAbi, functionName: 'renounceOwnership' })
  const call = { from: deployer.address, to: current.contracts.staking, data: renounce }
  await expect(current.ask('eth_call', [call, 'latest'])).rejects.toMatchObject({
    data: encodeErrorResult({ abi: infraStakingAbi, errorName: 'InfraStaking__OwnerRequired' }),
  })
  await current.close()

  const again = await openCurrentDevnet(options)
  expect(logged).toEqual([])
  await again.close()
})

test('[finding S17] each devnet has its own keys and addresses, which only its owner can read and a restart keeps', async () => {
  const [folder, other] = [await newFolder(), await newFolder()]
  const secrets = async (from: string) => Object.values(await openDevnetKeys(from))
  const first = await open(folder)
  const { accounts, contracts } = first
  await deployContracts(first)
  await first.close()
  expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
  const kept = await secrets(folder)
  expect(new Set([...kept, ...(await secrets(other))]).size).toBe(8)

  const again = await open(folder)
  expect(await secrets(folder)).toEqual(kept)
  expect(again.contracts).toEqual(contracts)
  expect(again.accounts.deployer.address).toBe(accounts.deployer.address)
  expect(await again.ask('eth_getCode', [contracts.staking, 'latest'])).not.toBe('0x')
  await again.close()
  expect(logged).toEqual([])
})

test('[finding S17] a chain that was made with other keys starts over, and the devnet says so', async () => {
  const folder = await newFolder()
  const name = join(folder, 'blocks.jsonl')
  const first = await open(folder)
  await first.close()
  const { genesis } = JSON.parse(await readFile(name, 'utf8'))
  await writeFile(name, `${JSON.stringify({ genesis })}\n`)

  const second = await open(folder)
  expect(logged.splice(0)).toEqual([
    expect.stringContaining('they were made with other keys). It starts over'),
  ])
  await deployContracts(second)
  await second.close()

  const keys = await readFile(join(folder, 'keys.json'), 'utf8')
  await rm(join(folder, 'keys.json'))
  const third = await open(folder)
  expect(logged.splice(0)).toEqual([
    expect.stringContaining('they were made with other keys). It starts over'),
  ])
  expect(await readFile(join(folder, 'keys.json'), 'utf8')).not.toBe(keys)
  await third.close()
})

test('a key file without valid keys is refused, and left as it is', async () => {
  const folder = await newFolder()
  const name = join(folder, 'keys.json')
  for (const wrong of ['', '{}', '{"deployer":"0x12"}']) {
    await writeFile(name, wrong)
    await expect(open(folder)).rejects.toThrow(`${name} does not hold a devnet's keys.`)
    expect(await readFile(name, 'utf8')).toBe(wrong)
  }
  expect(await readdir(folder)).toEqual(['keys.json'])
})

test('a new block is mined only when somebody reads, and not at every read', async () => {
  const devnet = await open(await newFolder())
  const { number } = await head(devnet)
  clock.now = new Date(clock.now.getTime() + 11_000)
  expect((await head(devnet)).number).toBe(number)
  clock.now = new Date(clock.now.getTime() + 3_600_000)
  const later = await head(devnet)
  expect(Number(later.number)).toBe(Number(number) + 1)
  expect(Number(later.timestamp)).toBe(Math.floor(clock.now.getTime() / 1000))
  await devnet.close()
})

test('a transaction that can’t be mined now is refused, and leaves nothing behind', async () => {
  const devnet = await open(await newFolder())
  await deployContracts(devnet)
  const account = privateKeyToAccount(generatePrivateKey())
  await sendFrom(devnet, devnet.accounts.deployer, { to: account.address, value: parseEther('1') })
  const raw = (changes: object) =>
    account.signTransaction({
      type: 'eip1559',
      chainId: DEVNET_ID,
      nonce: 0,
      to: someone,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: parseGwei('10'),
      maxPriorityFeePerGas: 1n,
      ...changes,
    })
  const before = await head(devnet)
  await expect(devnet.send(await raw({ nonce: 5 }))).rejects.toThrow('nonce too high')
  await expect(devnet.send(await raw({ maxFeePerGas: 1n }))).rejects.toThrow(
    /base fee|underpriced|maxFeePerGas/,
  )
  await expect(devnet.send(await raw({ value: parseEther('9') }))).rejects.toThrow('enough funds')
  await expect(devnet.send(await raw({ chainId: 1 }))).rejects.toThrow(/chain/i)
  await expect(devnet.send('0x02c0')).rejects.toThrow()
  expect(await head(devnet)).toEqual(before)
  await devnet.send(await raw({}))
  await expect(devnet.send(await raw({}))).rejects.toThrow('nonce too low')
  await devnet.close()
})

test('the faucet gives only to addresses, to each once per day, even after a restart', async () => {
  const folder = await newFolder()
  const devnet = await open(folder)
  await deployContracts(devnet)
  const faucet = await openFaucet(devnet)
  const asked = await Promise.allSettled([faucet(someone), faucet(someone.toUpperCase().replace('0X', '0x'))])
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  for (const wrong of [undefined, '', 'someone', 7, '0x12'])
    await expect(faucet(wrong)).rejects.toThrow('address')
  await devnet.close()

  const again = await open(folder)
  const restarted = await openFaucet(again)
  await expect(restarted(someone)).rejects.toThrow('tomorrow')
  clock.now = new Date(clock.now.getTime() + 86_460_000)
  await restarted(someone)
  expect(BigInt((await again.ask('eth_getBalance', [someone, 'latest'])) as Hex)).toBe(parseEther('2'))
  await again.close()
})

test('calls can be bundled, even if one of them fails', async () => {
  const devnet = await open(await newFolder())
  await deployContracts(devnet)
  const abi = parseAbi([
    'function aggregate3((address target, bool allowFailure, bytes callData)[]) returns ((bool, bytes)[])',
  ])
  const total = encodeFunctionData({ abi: infraStakingAbi, functionName: 'totalStaked' })
  const bundle = (allowFailure: boolean) =>
    encodeFunctionData({
      abi,
      args: [
        [
          { target: devnet.contracts.staking, allowFailure, callData: total },
          { target: devnet.contracts.staking, allowFailure, callData: '0xffffffff' },
        ],
      ],
    })
  const call = (data: Hex) => devnet.ask('eth_call', [{ to: multicall3Address, data }, 'latest'])
  expect(await call(bundle(true))).toContain(parseEther('1000000').toString(16))
  await expect(call(bundle(false))).rejects.toThrow('Multicall3: call failed')
  await devnet.close()
})
