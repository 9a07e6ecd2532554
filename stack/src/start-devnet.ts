import { join } from 'node:path'
import { devnetStaking, devnetToken } from '@infra/contracts/devnet/devnet-addresses'
import { freePort } from '@infra/postgres/free-port'
import type { StackConfig } from './config.ts'
import { runDevnetProgram } from './run-program.ts'

export interface StartingDevnet {
  /** What the API has to be told of it. */
  settings: NodeJS.ProcessEnv
  ready: Promise<void>
  stop: () => Promise<void>
}

/**
 * A chain of our own beside everything else, where it is wanted. Begun, not waited for: the API asks it for nothing while it
 * starts itself. The network works without one, so it also starts without one.
 */
export async function startDevnet(
  { runsDevnet, dataDir }: Pick<StackConfig, 'runsDevnet' | 'dataDir'>,
  say: (sentence: string) => void,
): Promise<StartingDevnet> {
  if (!runsDevnet) return { settings: {}, ready: Promise.resolve(), stop: async () => {} }
  say('Starting the devnet.')
  const port = await freePort()
  const env = { ...process.env, DEVNET_PORT: String(port), DEVNET_DIR: join(dataDir, 'devnet') }
  const starting = runDevnetProgram(env, say).catch((error: Error) => {
    say(`The devnet did not start (${error.message}); going on without a chain to stake on.`)
    return undefined
  })
  return {
    settings: devnetSettings(port),
    ready: starting.then(() => {}),
    stop: async () => (await starting)?.stop(),
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
