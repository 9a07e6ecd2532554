import type { AccountSessions } from './auth/account-sessions.ts'
import type { ApiKeys } from './auth/api-keys.ts'
import type { Leases } from './auth/leases.ts'
import type { NetworkKey } from './auth/network-key.ts'
import type { NodeSessions } from './auth/node-sessions.ts'
import type { SigningKeys } from './auth/signing-keys.ts'
import type { Chain } from './chain.ts'
import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import type { Files } from './files/open-files.ts'
import type { RateLimiter } from './limits/rate-limit.ts'
import type { Mailer } from './mail/open-mail.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { Outbound } from './outbound/open-outbound.ts'
import type { PushKey } from './push/push-key.ts'
import type { ServedRelease } from './updates/served-release.ts'

/** Everything that endpoints may need, passed explicitly, so that tests can bring their own database and clock. */
export interface Deps {
  config: Config
  db: Db
  /** The same database with longer timeouts, for sweeps and account deletion. */
  longWorkDb: Db
  keys: SigningKeys
  /** Undefined if no RPC is configured; then only wallets with a key can sign in. */
  chain: Chain | undefined
  files: Files
  notifications: Notifications
  networkKey: NetworkKey
  accountSessions: AccountSessions
  apiKeys: ApiKeys
  nodeSessions: NodeSessions
  leases: Leases
  rateLimiter: RateLimiter
  /** Makes requests to addresses that strangers chose. */
  outbound: Outbound
  /** The key that signs push messages. */
  pushKey: () => Promise<PushKey>
  /** Undefined if no mail server is configured; then there are no mails. */
  mailer: Mailer | undefined
  /** The node agent release that this process serves. */
  servedRelease: ServedRelease
  /** The key that draws results for checks. */
  dayKey: (at: Date) => Promise<Uint8Array>
  /** The endpoints' clock. Leases, queues and the ledger use the database's, which all processes share. */
  now: () => Date
}
