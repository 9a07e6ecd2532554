import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

export interface StruckResult {
  /** What the job paid, or a canary of this size would have paid. */
  share: number
  /** Whether it was paid to this operator, and is not yet paid out: then it goes back first. */
  isOwnPending: boolean
  /** All that the operator has pending, this job's share included. */
  pending: number
}

/** What a strike takes from what is pending. */
export function strikeCost(
  { share, isOwnPending, pending }: StruckResult,
  rules: TrustRules = TRUST_RULES,
): { voided: number; fine: number } {
  const voided = isOwnPending ? Math.min(share, pending) : 0
  return { voided, fine: Math.min(rules.fineTimes * share, pending - voided) }
}

/** When a strike is booked, unless the operator asked for further runs and was right. */
export function strikeBookedAt(struckAt: number, rules: TrustRules = TRUST_RULES): number {
  return struckAt + rules.strikeBookedAfterMs
}
