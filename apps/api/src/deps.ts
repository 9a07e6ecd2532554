import type { Chain } from './chain.ts'
import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import type { SigningKeys } from './http/signing-keys.ts'

/** Everything a door may need, handed in explicitly: tests bring their own database and clock. */
export interface Deps {
  config: Config
  db: Db
  keys: SigningKeys
  /** Missing where no RPC is configured: then only wallets with a key can sign in. */
  chain: Chain | undefined
  now: () => Date
}
