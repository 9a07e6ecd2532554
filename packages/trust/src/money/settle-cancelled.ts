import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

export interface CancelledJob {
  granted: number
  earned: number
  /** The part of the result that the payer has seen, from 0 to 1. */
  shown: number
  /** Whether a node was running it. */
  isRunning: boolean
  /** Running jobs that the payer cancelled earlier today, with nothing shown. */
  cancelsToday: number
}

export interface CancelledSplit {
  /** What is settled as a finished job of this price. */
  paid: { granted: number; earned: number }
  refund: { granted: number; earned: number }
}

/** What a cancelled job costs: the part that was shown, and a little for people who cancel running jobs all day. */
export function settleCancelled(job: CancelledJob, rules: TrustRules = TRUST_RULES): CancelledSplit {
  const price = job.granted + job.earned
  const charge = chargeOf(job, price, rules)
  // Orders take granted credits first, and so does what they cost.
  const granted = Math.min(job.granted, charge)
  const earned = charge - granted
  return {
    paid: { granted, earned },
    refund: { granted: job.granted - granted, earned: job.earned - earned },
  }
}

function chargeOf({ shown, isRunning, cancelsToday }: CancelledJob, price: number, rules: TrustRules) {
  if (!isRunning) return 0
  // Avoids a rounding error of one credit: 10 x 0.7 is 7.
  if (shown > 0) return Math.min(price, Math.ceil(price * shown - 1e-9))
  if (cancelsToday < rules.freeCancelsPerDay) return 0
  return Math.min(price, Math.max(1, Math.round(price * rules.cancelRate)))
}
