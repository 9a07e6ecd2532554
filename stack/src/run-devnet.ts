import { join } from 'node:path'
import { devnetStaking, devnetToken } from '@infra/contracts/devnet/devnet-accounts'
import { freePort } from '@infra/postgres/free-port'
import type { StackConfig } from './config.ts'
import { runDevnetProgram } from './run-program.ts'

export interface RunningDevnet {
  /** What the API has to be told of it. */
  settings: NodeJS.ProcessEnv
  stop: () => Promise<void>
}

/** A chain of our own beside everything else, where it is wanted. The network works without one, so it also starts without one. */
export async function runDevnet(
  { runsDevnet, dataDir }: Pick<StackConfig, 'runsDevnet' | 'dataDir'>,
  say: (sentence: string) => void,
): Promise<RunningDevnet> {
  if (!runsDevnet) return { settings: {}, stop: async () => {} }
  say('Starting the devnet.')
  const port = await freePort()
  const env = { ...process.env, DEVNET_PORT: String(port), DEVNET_DIR: join(dataDir, 'devnet') }
  try {
    const program = await runDevnetProgram(env, say)
    return { settings: devnetSettings(port), stop: program.stop }
  } catch (error) {
    say(`The devnet did not start (${(error as Error).message}); going on without staking.`)
    return { settings: {}, stop: async () => {} }
  }
}

/** For an API whose devnet is at this port, or will be. */
export function devnetSettings(port: number): NodeJS.ProcessEnv {
  return {
    DEVNET_RPC_URL: `http://127.0.0.1:${port}`,
    STAKING_CHAIN_ID: '31337',
    STAKING_ADDRESS: devnetStaking,
    STAKING_TOKEN_ADDRESS: devnetToken,
  }
}
