import type { ApiKey } from '@infra/protocol/api-keys'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const DAY_MS = 24 * 60 * 60_000

type KeyState = 'usable' | 'revoked' | 'expired'

export function stateOf(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): KeyState {
  if (revokedAt) return 'revoked'
  return expiresAt <= now ? 'expired' : 'usable'
}

/** What the list says of a key, line by line. */
export function describeUse(key: ApiKey, state: KeyState, now: Date): string[] {
  const used = key.lastUsedAt
    ? `Last used ${moment.format(key.lastUsedAt)}${key.lastNetwork ? ` from ${key.lastNetwork}` : ''}.`
    : 'Never used.'
  if (state === 'revoked') return [`Revoked ${day.format(key.revokedAt!)}. ${used}`]
  if (state === 'expired') return [`Expired ${day.format(key.expiresAt)}. ${used}`]
  // A trial key ends within the hour, so the day alone would say nothing.
  const until = key.expiresAt.getTime() - now.getTime() < DAY_MS ? moment : day
  return [spentOf(key), `${used} Valid until ${until.format(key.expiresAt)}.`]
}

function spentOf({ scopes, spentToday, creditsPerDay, spent, creditsTotal }: ApiKey): string {
  if (!scopes.includes('order')) return 'It can only read.'
  const today = `Spent today: ${spentToday} of ${creditsPerDay} credits.`
  return creditsTotal === null ? today : `${today} In all: ${spent} of ${creditsTotal}.`
}
