import type { CheckOutcome } from '../levels/apply-trust-event.ts'
import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

/** How two results compare; `unclear` is between the thresholds and isn't held against anyone. */
export type Comparison = 'same' | 'unclear' | 'wrong'

/** One machine's result of the job under check. */
export interface Run {
  isReference: boolean
  /** Whether the node's agreement counts as a check: known or better, and not watched. */
  vouches: boolean
  /** For example `linux-arm64`, with the version of the engine: results of one class are alike. */
  platform: string
}

export interface CheckedRuns {
  /** The run under check, the second machine's, then the referees'. */
  runs: readonly [Run, Run, ...Run[]]
  /** Compares the results of two runs by their indexes, the lower one first. */
  compare: (one: number, other: number) => Comparison
  /** Whether a reference node could be asked. */
  hasReference: boolean
  /** Whether no further referee can be found. */
  isExhausted?: boolean
}

export interface Verdict {
  outcome: CheckOutcome
  /** Whether an agreement counts towards a level. */
  counts: boolean
}

export type CheckDecision =
  /** Run it again on this many more machines, one of them of this platform if given. */
  | { state: 'needs_referees'; count: number; platform: string | null }
  | {
      state: 'decided'
      first: Verdict
      second: Verdict
      /** Who gets a strike. */
      struck: 'first' | 'second' | null
      /** Two differ and no majority says which is wrong. */
      needsPerson: boolean
    }

/** What two or more runs of the same job say about the first two. */
export function decideCheck(check: CheckedRuns, rules: TrustRules = TRUST_RULES): CheckDecision {
  const { runs, compare } = check
  const [first, second, ...referees] = runs
  const comparison = compare(0, 1)
  if (comparison === 'same')
    return decided(
      { outcome: 'agreed', counts: countsFor(second) },
      { outcome: 'agreed', counts: countsFor(first) },
    )
  if (comparison === 'unclear') return decided(unclear, unclear)

  const wanted =
    check.hasReference || referees.some(({ isReference }) => isReference)
      ? rules.referees
      : rules.refereesWithoutReference
  if (wanted === 0) return contradicted('first', true)

  const votes = referees.map((_, at) => voteOf(compare(0, at + 2), compare(1, at + 2)))
  for (const wrong of ['first', 'second'] as const) {
    const against = referees.filter((_, at) => votes[at] === wrong)
    const [accused, accuser] = wrong === 'first' ? [first, second] : [second, first]
    if (!isMajority(against, referees, accused, wanted)) continue
    const isOfClass = (run: Run) => run.platform === accused.platform
    if ([accuser, ...against].some(isOfClass)) return contradicted(wrong, against.some(countsFor))
    // Results of another platform class may differ anyway, so one of the same class must contradict it too.
    return check.isExhausted || referees.some(isOfClass)
      ? undecidable
      : { state: 'needs_referees', count: 1, platform: accused.platform }
  }
  const missing = wanted - referees.length
  if (missing <= 0 || check.isExhausted) return undecidable
  return { state: 'needs_referees', count: missing, platform: null }
}

/** A canary has a known answer, so nobody else is asked. */
export function decideCanary(comparison: Comparison): { verdict: Verdict; isStruck: boolean } {
  if (comparison === 'unclear') return { verdict: unclear, isStruck: false }
  const isWrong = comparison === 'wrong'
  return { verdict: { outcome: isWrong ? 'contradicted' : 'agreed', counts: !isWrong }, isStruck: isWrong }
}

/** Whether a person should look at a node's checks: too many of the latest were unclear. */
export function isOftenUnclear(latest: readonly CheckOutcome[], rules: TrustRules = TRUST_RULES): boolean {
  const unclearOnes = latest.slice(-rules.unclearWindow).filter((outcome) => outcome === 'unclear')
  return unclearOnes.length > rules.unclearMax
}

const unclear: Verdict = { outcome: 'unclear', counts: false }
const undecidable: CheckDecision = decided(unclear, unclear, { needsPerson: true })

function decided(
  first: Verdict,
  second: Verdict,
  more: { struck?: 'first' | 'second'; needsPerson?: boolean } = {},
): CheckDecision {
  return {
    state: 'decided',
    first,
    second,
    struck: more.struck ?? null,
    needsPerson: more.needsPerson ?? false,
  }
}

function contradicted(wrong: 'first' | 'second', counts: boolean): CheckDecision {
  const isWrong: Verdict = { outcome: 'contradicted', counts: false }
  const isRight: Verdict = { outcome: 'agreed', counts }
  return wrong === 'first'
    ? decided(isWrong, isRight, { struck: wrong })
    : decided(isRight, isWrong, { struck: wrong })
}

/** Which of the two a referee contradicts: it must agree with the other one. */
function voteOf(toFirst: Comparison, toSecond: Comparison): 'first' | 'second' | null {
  if (toFirst === 'wrong' && toSecond === 'same') return 'first'
  if (toFirst === 'same' && toSecond === 'wrong') return 'second'
  return null
}

/** If reference nodes were asked, only they decide; nobody else can contradict one of them. */
function isMajority(
  against: readonly Run[],
  referees: readonly Run[],
  accused: Run,
  wanted: number,
): boolean {
  const ofReference = (runs: readonly Run[]) => runs.filter(({ isReference }) => isReference).length
  const references = ofReference(referees)
  if (references > 0 || accused.isReference) return ofReference(against) > references / 2
  return against.length > Math.max(wanted, referees.length) / 2
}

function countsFor({ vouches, isReference }: Run): boolean {
  return vouches || isReference
}
