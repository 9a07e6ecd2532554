import { KEY_CREDITS_PER_DAY_MAX, KEY_DAYS_MAX } from '@infra/protocol/api-keys'
import type { mandateOutcomes } from '@infra/protocol/programs/mandates'
import type { KeyScope } from '@infra/protocol/values/api-key'

/** Counted from when it's drafted; it's signed in between. */
export const MANDATE_USED_WITHIN_MS = 15 * 60_000

/** The clocks of processes differ. */
const CLOCKS_APART_MS_MAX = 60_000

export const REQUEST_MS = 15 * 60_000

export function isFresh(validFromSeconds: number, now: Date): boolean {
  const age = now.getTime() - validFromSeconds * 1000
  return age >= -CLOCKS_APART_MS_MAX && age <= MANDATE_USED_WITHIN_MS
}

export function outcomeOf(
  { outcome, expiresAt }: { outcome: 'granted' | 'refused' | null; expiresAt: Date },
  now: Date,
): (typeof mandateOutcomes)[number] {
  return outcome ?? (expiresAt > now ? 'waiting' : 'expired')
}

interface Grant {
  scopes: readonly KeyScope[]
  creditsPerDay: number
}

/** The parts of a requested key that a session can't grant on top of what it has granted. */
export function beyondSession(
  wanted: Grant & { days: number },
  granted: readonly Grant[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  const others = granted.reduce((sum, grant) => sum + perDayOf(grant), 0)
  const most = Math.max(0, KEY_CREDITS_PER_DAY_MAX - others)
  if (perDayOf(wanted) > most)
    problems.creditsPerDay = `may be ${most} at most without a signature of your wallet: all your keys together may spend ${KEY_CREDITS_PER_DAY_MAX} credits per day`
  if (wanted.days > KEY_DAYS_MAX)
    problems.days = `may be ${KEY_DAYS_MAX} at most without a signature of your wallet`
  return problems
}

/** Keys that can't order spend nothing. */
function perDayOf({ scopes, creditsPerDay }: Grant): number {
  return scopes.includes('order') ? creditsPerDay : 0
}
