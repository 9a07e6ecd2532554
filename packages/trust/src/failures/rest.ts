import { DAY_MS, TRUST_RULES, type TrustRules } from '../trust-rules.ts'

/** Rests of a node, or of an app on a node. Only time shortens them, not maintenance or linking again. */
export interface Rest {
  until: number
  /** How long the latest one was. 0: there was none. */
  lastMs: number
}

export const NO_REST: Rest = { until: 0, lastMs: 0 }

export interface NodeFailures {
  /** Whether each of the latest attempts failed through the node's fault, oldest first. */
  latest: readonly boolean[]
  /** Leases that lapsed within the last hour. */
  lapsesThisHour: number
}

/** Called after an attempt that failed or lapsed: the node's next rest, or its current one. */
export function restAfterFailure(
  rest: Rest,
  { latest, lapsesThisHour }: NodeFailures,
  at: number,
  rules: TrustRules = TRUST_RULES,
): Rest {
  const failures = latest.slice(-rules.failuresWindow).filter(Boolean).length
  const isDue = failures >= rules.failuresMax || lapsesThisHour >= rules.lapsesPerHourMax
  return isDue ? longerRest(rest, rules.restMs, at, rules) : rest
}

/** Called after a release; going offline counts as one release, however many jobs it gives back. */
export function restAfterRelease(
  rest: Rest,
  releasesThisHour: number,
  at: number,
  rules: TrustRules = TRUST_RULES,
): Rest {
  return releasesThisHour > rules.freeReleasesPerHour
    ? longerRest(rest, rules.releaseRestMs, at, rules)
    : rest
}

/** The app rests on this node because its weights couldn't be fetched, which is nobody's fault. */
export function restAfterMissingWeights(rest: Rest, at: number, rules: TrustRules = TRUST_RULES): Rest {
  return longerRest(rest, rules.weightsRestMs, at, rules)
}

/** Twice as long as the last, which each day since then has halved. */
function longerRest(rest: Rest, firstMs: number, at: number, rules: TrustRules): Rest {
  if (at < rest.until) return rest
  const goodDays = Math.floor((at - rest.until) / DAY_MS)
  const decayedMs = rest.lastMs / 2 ** goodDays
  const lastMs = Math.min(rules.restMsMax, Math.max(firstMs, decayedMs * 2))
  return { until: at + lastMs, lastMs }
}
