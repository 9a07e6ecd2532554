import { join } from 'node:path'
import { type DevnetKeys, openDevnetKeys } from '@infra/contracts/devnet/devnet-keys'
import { freePort } from '@infra/postgres/free-port'
import type { StackConfig } from '../config.ts'
import { runDevnetProgram } from './run-program.ts'

export interface StartingDevnet {
  /** The API's settings for it. */
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
  const none = { settings: {}, ready: Promise.resolve(), stop: async () => {} }
  if (!runsDevnet) return none
  say('Starting the devnet.')
  const goOnWithout = (error: Error) => {
    say(`The devnet did not start (${error.message}); going on without a chain to stake on.`)
    return undefined
  }
  const folder = join(dataDir, 'devnet')
  const keys = await openDevnetKeys(folder).catch(goOnWithout)
  if (!keys) return none
  const port = await freePort()
  const env = { ...process.env, DEVNET_PORT: String(port), DEVNET_DIR: folder }
  const starting = runDevnetProgram(env, say).catch(goOnWithout)
  return {
    settings: devnetSettings(port, keys),
    ready: starting.then(() => {}),
    stop: async () => (await starting)?.stop(),
  }
}

/** For an API whose devnet is at this port, or will be. */
export function devnetSettings(port: number, { token, staking }: DevnetKeys): NodeJS.ProcessEnv {
  return {
    DEVNET_RPC_URL: `http://127.0.0.1:${port}`,
    STAKING_CHAIN_ID: '31337',
    STAKING_ADDRESS: staking,
    STAKING_TOKEN_ADDRESS: token,
  }
}
