import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDevnetKeys } from '@infra/contracts/devnet/devnet-keys'
import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { privateKeyToAccount } from 'viem/accounts'
import { chainAt, walletOf } from './slow-chain.ts'
import { test as base, type Staker } from './staker.ts'

const ROOT = join(import.meta.dirname, '..')

interface Fixtures {
  /** The devnet of a stack that only these tests use; it isn't running yet. */
  chain: TroubledChain
  staker: Staker
}

/** Uses a stack whose chain belongs to the test. Tests that use it run one after the other. */
export const test = base.extend<Fixtures>({
  baseURL: async ({ browserName: _ }, use) => {
    await use(process.env.TROUBLED_URL)
  },
  chain: async ({ baseURL }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'infra-troubled-'))
    // Each test starts its own chain, with the keys whose contracts the API is configured with.
    await cp(process.env.TROUBLED_CHAIN_DIR!, folder, { recursive: true })
    const chain = createChain(folder, `${baseURL}/api/rpc`)
    await use(chain)
    await chain.kill()
    await rm(folder, { recursive: true })
  },
})

export type TroubledChain = ReturnType<typeof createChain>

function createChain(folder: string, rpcUrl: string) {
  let devnet: ChildProcess | undefined
  return {
    /** Starts, or continues where it was killed. */
    async start() {
      devnet = spawn('node', [join(ROOT, 'contracts/src/devnet/main.ts')], {
        env: { ...process.env, DEVNET_PORT: process.env.TROUBLED_CHAIN_PORT, DEVNET_DIR: folder },
        // Through the channel, it exits when we do.
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      await once(devnet, 'message')
    },
    async kill() {
      if (!devnet || devnet.signalCode) return
      devnet.kill('SIGKILL')
      await once(devnet, 'exit')
    },
    /** Actions that only its owner may do. */
    async asOwner(functionName: 'pause' | 'unpause') {
      const { deployer, staking } = await openDevnetKeys(folder)
      const hash = await walletOf(privateKeyToAccount(deployer), rpcUrl).writeContract({
        ...{ abi: infraStakingAbi, address: staking, functionName },
      })
      await chainAt(rpcUrl).waitForTransactionReceipt({ hash })
    },
  }
}
