import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

/** An attempt that failed, lapsed or was refused. */
export interface FailedAttempt {
  operator: string
  /** Known or better. What fails on probation is not held against the job. */
  isKnown: boolean
}

/** Whether a job is tried again or ends in error, which refunds it. */
export function jobEnd(failed: readonly FailedAttempt[], rules: TrustRules = TRUST_RULES): 'retry' | 'error' {
  const counting = failed.filter(({ isKnown }) => isKnown)
  const operators = new Set(counting.map(({ operator }) => operator))
  const isOver = operators.size >= rules.failedOperatorsMax || counting.length >= rules.attemptsMax
  return isOver ? 'error' : 'retry'
}
