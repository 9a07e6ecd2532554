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
 * Our own chain next to everything else, if it's wanted. Starts in the background, because the API doesn't need it while starting. The
 * network works without a chain, so it also starts without one.
 */
export async function startDevnet(
  { runsDevnet, dataDir }: Pick<StackConfig, 'runsDevnet' | 'dataDir'>,
  say: (sentence: string) => void,
): Promise<StartingDevnet> {
  const none = { settings: {}, ready: Promise.resolve(), stop: async () => {} }
  if (!runsDevnet) return none
  say('Starting the devnet.')
  const continueWithout = (error: Error) => {
    say(`The devnet did not start (${error.message}); staking is off.`)
    return undefined
  }
  const folder = join(dataDir, 'devnet')
  const keys = await openDevnetKeys(folder).catch(continueWithout)
  if (!keys) return none
  const port = await freePort()
  const env = { ...process.env, DEVNET_PORT: String(port), DEVNET_DIR: folder }
  const starting = runDevnetProgram(env, say).catch(continueWithout)
  return {
    settings: devnetSettings(port, keys),
    ready: starting.then(() => {}),
    stop: async () => (await starting)?.stop(),
  }
}

/** For an API whose devnet is, or will be, at this port. */
export function devnetSettings(port: number, { token, staking }: DevnetKeys): NodeJS.ProcessEnv {
  return {
    DEVNET_RPC_URL: `http://127.0.0.1:${port}`,
    STAKING_CHAIN_ID: '31337',
    STAKING_ADDRESS: staking,
    STAKING_TOKEN_ADDRESS: token,
  }
}
