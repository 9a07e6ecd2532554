import { leaseCache } from './attempts/lease-cache.ts'
import { accountSessionsIn } from './auth/account-sessions.ts'
import { apiKeysIn } from './auth/api-keys.ts'
import { networkKeyIn } from './auth/network-key.ts'
import { nodeSessionsIn } from './auth/node-sessions.ts'
import { signingKeysIn } from './auth/signing-keys.ts'
import type { Chain } from './chain.ts'
import type { Config } from './config.ts'
import { connect, type Db, FOR_LONG_WORK } from './db/client.ts'
import type { Deps } from './deps.ts'
import { openFiles } from './files/open-files.ts'
import { rateLimiter } from './limits/rate-limit.ts'
import { openMail } from './mail/open-mail.ts'
import { startNotifications } from './notifications/notifications.ts'
import { openOutbound } from './outbound/open-outbound.ts'
import { pushKeyIn } from './push/push-key.ts'
import { dayKeysIn } from './trust/day-keys.ts'
import { servedReleaseIn } from './updates/served-release.ts'

interface Surroundings {
  clockIn: (db: Db) => Promise<Deps['now']>
  /** For logging: lost connections are reopened. */
  onLost: (what: 'database' | 'notifications', error: Error) => void
}

/** Opens everything that the API depends on. Call `close` when nothing uses it any more. */
export async function openDeps(
  config: Config,
  { clockIn, onLost }: Surroundings,
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { calls, longWork: forLongWork } = config.databaseConnections
  const onError = (error: Error) => onLost('database', error)
  const { db, close: disconnect } = connect(config.databaseUrl, onError, { connections: calls })
  const longWork = connect(config.databaseDirectUrl, onError, {
    ...FOR_LONG_WORK,
    connections: forLongWork,
    name: 'infra-long-work',
  })
  const now = await clockIn(db)
  const notifications = startNotifications(config.databaseDirectUrl, (error) =>
    onLost('notifications', error),
  )
  const deps = {
    config,
    db,
    longWorkDb: longWork.db,
    keys: signingKeysIn(db, now),
    chain: config.rpcUrl ? await openChain(config.rpcUrl) : undefined,
    files: await openFiles(config, db),
    notifications,
    networkKey: networkKeyIn(db, now),
    accountSessions: accountSessionsIn(db, notifications),
    apiKeys: apiKeysIn(db, notifications, onError),
    nodeSessions: nodeSessionsIn(db, notifications),
    leases: leaseCache(db),
    rateLimiter: rateLimiter(db),
    outbound: openOutbound({ allow: config.outboundAllow }),
    pushKey: pushKeyIn(db, config.publicUrl),
    mailer: config.mail && openMail(config.mail),
    servedRelease: servedReleaseIn(config, db),
    dayKey: dayKeysIn(db),
    now,
  }
  const close = async () => {
    await notifications.close()
    await longWork.close()
    await disconnect()
  }
  return { deps, close }
}

/** Only loaded if it's configured, because viem's chains take time to load. */
async function openChain(rpcUrl: string): Promise<Chain> {
  const { chainAt } = await import('./chain.ts')
  return chainAt(rpcUrl)
}
