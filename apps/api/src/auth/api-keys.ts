import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import type { KeyScope } from '@infra/protocol/values/api-key'
import { createLoader } from '../concurrency/create-loader.ts'
import { growingCache } from '../concurrency/growing-cache.ts'
import type { Db } from '../db/client.ts'
import { asyncCommit, statement } from '../db/statement.ts'
import { cachedUntilNotified } from '../notifications/cached-until-notified.ts'
import type { Notifications } from '../notifications/notifications.ts'

/** How long another process may accept a revoked key if it misses the notification. Orders check the database itself. */
const CACHED_MS = 2_000

/** How often the last use of a key is written. */
const NOTED_MS = 60_000

/** What we know of the key that makes a call. */
export interface CallingKey {
  id: string
  hash: string
  /** Address of its owner, in lowercase. */
  address: string
  scopes: KeyScope[]
  apps: string[] | null
  networks: string[] | null
  /** How many jobs may be open at once. */
  openMax: number
  expiresAt: Date
}

export interface ApiKeys {
  /** The key with this hash, if it was not revoked. */
  find: (hash: string) => Promise<CallingKey | undefined>
  /** Records that a key was used, a moment later. */
  noteUse: (key: CallingKey, network: string, now: Date) => void
}

const find = statement<CallingKey>(
  'find-api-keys',
  `select id, hash, address, scopes, apps, networks, open_max as "openMax", expires_at as "expiresAt" from api_keys
  where hash = any($1) and revoked_at is null`,
)

const noteUse = statement(
  'note-key-use',
  `with ${asyncCommit},
  used as (
    update api_keys set last_used_at = $2, last_network = $3 from asyncCommit where id = $1 returning id
  )
  insert into key_events (id, key_id, at, kind, details)
  select $4, id, $2, 'new_network', jsonb_build_object('network', $3::text) from used
  where not exists (
    select from key_events e where e.key_id = used.id and e.kind = 'new_network' and e.details ->> 'network' = $3::text
  )`,
)

export function keyEnded(): Refusal {
  return new Refusal('invalid_token', 'This API key is unknown, has expired or was revoked.')
}

/** Programs call often, so keys are cached as sessions are. */
export function apiKeysIn(db: Db, notifications: Notifications, onError: (error: Error) => void): ApiKeys {
  const load = createLoader(
    async (hashes) => new Map((await find(db, [hashes])).map((row) => [row.hash, row])),
  )
  const noted = growingCache<string, true>(10_000, { ttl: NOTED_MS })
  return {
    find: cachedUntilNotified(notifications, { topics: ['key'], ms: CACHED_MS }, load),
    noteUse: ({ id }, network, now) => {
      const use = `${id} ${network}`
      if (noted.has(use)) return
      noted.set(use, true)
      // If this write is lost, a later call writes it.
      noteUse(db, [id, now, network, randomUUIDv7()]).catch(onError)
    },
  }
}
