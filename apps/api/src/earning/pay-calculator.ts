import { TRUST_RULES } from '@infra/trust/trust-rules'
import { dayOf, HOUR_MS, type Week, type WeekJob } from './week.ts'

const { feePercent, subsidyPerPayerMax, subsidyPerDayMax } = TRUST_RULES

/**
 * Computes what the operator is paid for one job after another, like `settle` in `ledger/movements.ts`; a test compares the two. For a part
 * of the week, the limits of payments for granted credits are the same part.
 */
export function openPayCalculator(week: Week): (job: WeekJob) => number {
  const part = week.windowMs / HOUR_MS
  const byPayer = new Map<number, number>()
  const byDay = new Map<number, number>()
  let hundredths = 0
  return ({ at, charge, granted, person }) => {
    const total = hundredths + charge * feePercent
    hundredths = total % 100
    const fee = Math.floor(total / 100)
    const fromGranted = Math.min(granted, charge)
    const fromEarned = charge - fromGranted
    const feeTaken = Math.min(fee, fromEarned)
    const wanted = fromGranted - (fee - feeTaken)
    const paidFor = byPayer.get(person) ?? 0
    const day = dayOf(week, at)
    const paidOn = byDay.get(day) ?? 0
    const subsidy = Math.min(
      wanted,
      Math.max(0, subsidyPerPayerMax * part - paidFor),
      Math.max(0, subsidyPerDayMax * part - paidOn),
    )
    byPayer.set(person, paidFor + subsidy)
    byDay.set(day, paidOn + subsidy)
    return fromEarned - feeTaken + subsidy
  }
}
