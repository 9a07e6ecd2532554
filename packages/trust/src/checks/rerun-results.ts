import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

/**
 * How many of a suspended node's results are run again next, newest first. `doneAt` are the times of its results, newest first;
 * `outcomes` how the ones that were run again compared, in the same order.
 */
export function resultsToRerun(
  doneAt: readonly number[],
  outcomes: readonly ('agreed' | 'unclear' | 'contradicted')[],
  suspendedAt: number,
  rules: TrustRules = TRUST_RULES,
): number {
  const recent = doneAt.filter((at) => suspendedAt - at < rules.rerunMs).length
  const lastOther = outcomes.findLastIndex((outcome) => outcome !== 'agreed')
  const agreedInARow = outcomes.length - 1 - lastOther
  if (agreedInARow >= rules.rerunAgreedMax) return 0
  return Math.max(
    0,
    Math.min(recent, rules.rerunResultsMax, outcomes.length + rules.rerunAgreedMax - agreedInARow) -
      outcomes.length,
  )
}
