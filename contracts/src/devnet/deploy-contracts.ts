import { decodeFunctionResult, encodeDeployData, encodeFunctionData, type Hex, parseEther } from 'viem'
import { isExpectedCode } from '../deployed-code.ts'
import { infraStakingAbi, infraStakingCode } from '../generated/infra-staking.ts'
import { infraStakingCreationCode } from '../generated/infra-staking-creation.ts'
import { infraTokenAbi, infraTokenCode } from '../generated/infra-token.ts'
import { infraTokenCreationCode } from '../generated/infra-token-creation.ts'
import type { Devnet } from './devnet.ts'
import { sendFrom } from './send-from.ts'

const DAY_SECONDS = 86_400n
const DURATION_SECONDS = 365n * DAY_SECONDS

const REWARDS = parseEther('120000')
/** Staked from the start, so that a new user is one of many and rewards are realistic: 12 % a year. */
const FIRST_STAKE = parseEther('1000000')
const FOR_FAUCET = parseEther('500000000')

interface Step {
  to?: Hex
  data: Hex
}

/** Brings a new devnet, or one whose start was cut short, to where people can stake; and funds rewards that have ended. */
export async function deployContracts(devnet: Devnet): Promise<void> {
  const { deployer } = devnet.accounts
  const done = Number(await devnet.ask('eth_getTransactionCount', [deployer.address, 'latest']))
  for (const step of stepsOf(devnet).slice(done)) await sendFrom(devnet, deployer, step)
  if ((await periodEnd(devnet)) > BigInt(devnet.now())) return
  for (const step of fundingOf(devnet)) await sendFrom(devnet, deployer, step)
}

/** Whether the contracts on this devnet are those of today's sources; a new devnet has none yet. */
export async function hasOldContracts(devnet: Devnet): Promise<boolean> {
  const codeAt = async (address: Hex) => (await devnet.ask('eth_getCode', [address, 'latest'])) as Hex
  const [token, staking] = [await codeAt(devnet.contracts.token), await codeAt(devnet.contracts.staking)]
  const isOld = (code: Hex, expected: typeof infraTokenCode | typeof infraStakingCode) =>
    code !== '0x' && !isExpectedCode(code, expected)
  return isOld(token, infraTokenCode) || isOld(staking, infraStakingCode)
}

function fundingOf({ contracts: { token, staking } }: Devnet): Step[] {
  return [
    { to: token, data: approve(staking, REWARDS) },
    {
      to: staking,
      data: encodeFunctionData({ abi: infraStakingAbi, functionName: 'fund', args: [REWARDS] }),
    },
  ]
}

/** In the order of the deployer's nonces, from which the addresses of the first two follow. */
function stepsOf({ accounts: { deployer, faucet }, contracts: { token, staking } }: Devnet): Step[] {
  return [
    {
      data: encodeDeployData({
        abi: infraTokenAbi,
        bytecode: infraTokenCreationCode,
        args: [deployer.address],
      }),
    },
    {
      data: encodeDeployData({
        abi: infraStakingAbi,
        bytecode: infraStakingCreationCode,
        args: [token, DURATION_SECONDS, deployer.address],
      }),
    },
    { to: token, data: approve(staking, FIRST_STAKE) },
    {
      to: staking,
      data: encodeFunctionData({ abi: infraStakingAbi, functionName: 'stake', args: [FIRST_STAKE] }),
    },
    {
      to: token,
      data: encodeFunctionData({
        abi: infraTokenAbi,
        functionName: 'transfer',
        args: [faucet.address, FOR_FAUCET],
      }),
    },
  ]
}

function approve(spender: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: infraTokenAbi, functionName: 'approve', args: [spender, amount] })
}

async function periodEnd(devnet: Devnet): Promise<bigint> {
  const call = { abi: infraStakingAbi, functionName: 'periodEnd' } as const
  const data = (await devnet.ask('eth_call', [
    { to: devnet.contracts.staking, data: encodeFunctionData(call) },
    'latest',
  ])) as Hex
  return decodeFunctionResult({ ...call, data })
}
