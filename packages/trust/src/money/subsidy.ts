import type { TrustLevel } from '../levels/trust-record.ts'
import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

export interface SubsidyLimits {
  /** Of the node in the app. */
  level: TrustLevel
  /** Whether payer and operator signed in or linked from the same network prefix. */
  isRelated: boolean
  /** What this operator was paid for this payer's granted credits within 30 days. */
  givenForPayer: number
  /** What this operator was paid for granted credits today. */
  givenToday: number
  /** What is left of the day's budget for all. */
  budgetLeft: number
}

/** What the network pays an operator in place of granted credits, which go back to where they came from. */
export function subsidyFor(wanted: number, limits: SubsidyLimits, rules: TrustRules = TRUST_RULES): number {
  const { level, isRelated, givenForPayer, givenToday, budgetLeft } = limits
  if (isRelated || level === 'new' || level === 'probation') return 0
  const left = Math.min(
    rules.subsidyPerPayerMax - givenForPayer,
    rules.subsidyPerDayMax - givenToday,
    budgetLeft,
  )
  return Math.max(0, Math.min(wanted, left))
}

/** What a day's fees and granted work put aside for checks, in whole credits. */
export function auditBudget(
  fees: number,
  grantedWork: number,
  rules: TrustRules = TRUST_RULES,
): { fromFees: number; fromSubsidy: number } {
  return {
    fromFees: Math.floor(fees * rules.auditsOfFees),
    fromSubsidy: Math.floor(grantedWork * rules.auditsOfGranted),
  }
}
