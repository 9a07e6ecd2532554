import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

export interface NewAccount {
  /** Granted to it so far. */
  granted: number
  hasFinishedJobToday: boolean
  /** Whether it was granted something today. */
  isGrantedToday: boolean
  /** Other accounts of its network prefix with a first grant today, and within 30 days. */
  prefixToday: number
  prefixLately: number
  /** Accounts with a first grant within this hour, everywhere. */
  thisHour: number
}

/** What a new account gets now. 0 at its first sign-in if it has to wait its turn. */
export function starterGrant(account: NewAccount, rules: TrustRules = TRUST_RULES): number {
  const left = Math.max(0, rules.starterMax - account.granted)
  if (account.granted > 0) {
    const isDue = account.hasFinishedJobToday && !account.isGrantedToday
    return isDue ? Math.min(rules.starterDaily, left) : 0
  }
  const isCrowded =
    account.prefixToday >= rules.startersPerPrefixDayMax ||
    account.prefixLately >= rules.startersPerPrefixMax ||
    account.thisHour >= rules.startersPerHourMax
  return isCrowded ? 0 : Math.min(rules.starterFirst, left)
}
