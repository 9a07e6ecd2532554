import type { TrustLevel } from '../levels/trust-record.ts'
import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

export interface PendingEarning {
  earnedAt: number
  /** Results that the operator submitted after this one. */
  laterResults: number
  /** Of the node in the app, now. */
  level: TrustLevel
  isWatched: boolean
  isSuspended: boolean
}

/** Whether pending earnings can be paid out. */
export function isMature(earning: PendingEarning, at: number, rules: TrustRules = TRUST_RULES): boolean {
  const { level, isWatched, isSuspended } = earning
  if (level === 'new' || level === 'probation' || isWatched || isSuspended) return false
  const ageMs = at - earning.earnedAt
  if (ageMs >= rules.pendingMsMax) return true
  return ageMs >= rules.pendingMs && earning.laterResults >= rules.pendingResults
}
