import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'
import { type SubsidyLimits, subsidyFor } from './subsidy.ts'

export interface FinishedJob {
  /** Of its price, what was paid with granted credits. */
  granted: number
  /** Of its price, what was paid with earned credits. */
  earned: number
  /** Hundredths of a credit of fees that the operator still owes from earlier jobs. */
  remainder: number
  /** Whether the payer owns the node. */
  isOwn: boolean
  subsidy: SubsidyLimits
}

export interface Settlement {
  /** Held credits that go back to the payer, by what they were. */
  refundGranted: number
  refundEarned: number
  /** Granted credits that go back to where grants come from. */
  grants: number
  /** Fees taken from earned credits. */
  fees: number
  /** What the network pays in place of granted credits. */
  subsidy: number
  /** What the operator is paid, pending. */
  share: number
  remainder: number
}

/**
 * How a finished job is booked: `held` = refunds + grants + earned, and share = earned - fees + subsidy. One's own job costs
 * nothing and pays nothing.
 */
export function settleJob(job: FinishedJob, rules: TrustRules = TRUST_RULES): Settlement {
  const { granted, earned, isOwn } = job
  const nothing = { refundGranted: 0, refundEarned: 0, grants: 0, fees: 0, subsidy: 0, share: 0 }
  if (isOwn) return { ...nothing, refundGranted: granted, refundEarned: earned, remainder: job.remainder }
  const { fee, remainder } = splitFee(granted + earned, job.remainder, rules)
  const fees = Math.min(fee, earned)
  // What earned credits cannot pay of the fee makes the subsidy smaller.
  const subsidy = subsidyFor(Math.max(0, granted - (fee - fees)), job.subsidy, rules)
  return { ...nothing, grants: granted, fees, subsidy, share: earned - fees + subsidy, remainder }
}

/** The fee in whole credits. The fraction is carried over, so that it's exact over many jobs. */
export function splitFee(
  price: number,
  remainder: number,
  rules: TrustRules = TRUST_RULES,
): { fee: number; share: number; remainder: number } {
  const hundredths = price * rules.feePercent + remainder
  const fee = Math.floor(hundredths / 100)
  return { fee, share: price - fee, remainder: hundredths - fee * 100 }
}
