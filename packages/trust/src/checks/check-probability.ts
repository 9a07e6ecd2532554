import type { TrustLevel } from '../levels/trust-record.ts'
import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

export interface CheckableResult {
  level: TrustLevel
  isWatched: boolean
  /** What the job pays its operator. */
  share: number
  /** What the operator has pending, this job included. */
  pending: number
  /** Since the last check of this node in this app, or since it is at its level. */
  uncheckedMs: number
}

/** How likely a result is checked. */
export function checkProbability(result: CheckableResult, rules: TrustRules = TRUST_RULES): number {
  const { level, isWatched, share, pending, uncheckedMs } = result
  if (uncheckedMs >= rules.uncheckedMsMax) return 1
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

export type CheckReason = 'reported' | 'first_after_update' | 'cancelled_part' | 'drawn'

/** The same with what else leads to a check: the owner's report, a new version of the agent, a part that was paid. */
export function checkProbabilityFor(
  reason: CheckReason,
  result: CheckableResult,
  rules: TrustRules = TRUST_RULES,
): number {
  if (reason === 'reported' || reason === 'first_after_update') return 1
  const probability = checkProbability(result, rules)
  return reason === 'cancelled_part' ? Math.max(rules.cancelledPartRate, probability) : probability
}

/** How many reports of wrong results an account may make per day. */
export function reportsPerDay(wrongReports: number, rules: TrustRules = TRUST_RULES): number {
  return wrongReports >= rules.reportsWrongMax ? rules.reportsPerDayAfterWrongMax : rules.reportsPerDayMax
}
