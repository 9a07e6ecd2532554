import type { TrustLevel } from '../levels/trust-record.ts'
import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

export interface CheckableResult {
  level: TrustLevel
  isWatched: boolean
  /** What the job pays its operator. */
  share: number
  /** The operator's pending earnings, including this job. */
  pending: number
  /** Since the last check of this node in this app, or since it reached its level. */
  uncheckedMs: number
  /** Whether its agent differs from that of the last checked result. */
  isUpdated: boolean
}

/** How likely a check of this result is. */
export function checkProbability(result: CheckableResult, rules: TrustRules = TRUST_RULES): number {
  const { level, isWatched, share, pending, uncheckedMs, isUpdated } = result
  if (isUpdated || uncheckedMs >= rules.uncheckedMsMax) return 1
  const rate = Math.max(rateOf(level, rules), isWatched ? rules.watchedRate : 0)
  return Math.min(1, Math.max(rate, (rules.incentive * share) / Math.max(1, pending)))
}

function rateOf(level: TrustLevel, rules: TrustRules): number {
  switch (level) {
    case 'new':
    case 'probation':
      return rules.probationRate
    case 'known':
      return rules.knownRate
    case 'trusted':
      return rules.trustedRate
  }
}

/** How many reports of wrong results an account may make per day. */
export function reportsPerDay(wrongReports: number, rules: TrustRules = TRUST_RULES): number {
  return wrongReports >= rules.reportsWrongMax ? rules.reportsPerDayAfterWrongMax : rules.reportsPerDayMax
}
