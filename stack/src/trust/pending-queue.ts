import type { TrustRecord } from '@infra/trust/levels/trust-record'
import { isMature } from '@infra/trust/money/is-mature'
import type { TrustRules } from '@infra/trust/trust-rules'

const COMPACT_AFTER = 4096

/** An operator's earnings that haven't been paid out yet, oldest first. */
export class PendingQueue {
  total = 0
  paid = 0
  private readonly rules: TrustRules
  private earnedAt: number[] = []
  private amounts: number[] = []
  private head = 0

  constructor(rules: TrustRules) {
    this.rules = rules
  }

  push(at: number, amount: number): void {
    this.earnedAt.push(at)
    this.amounts.push(amount)
    this.total += amount
  }

  /** Pays out mature earnings. */
  mature({ level, watchLeft, suspended }: TrustRecord, at: number): void {
    for (; this.head < this.amounts.length; this.head += 1) {
      const earning = {
        earnedAt: this.earnedAt[this.head]!,
        laterResults: this.amounts.length - this.head - 1,
        level,
        isWatched: watchLeft > 0,
        isSuspended: suspended !== null,
      }
      if (!isMature(earning, at, this.rules)) break
      this.paid += this.amounts[this.head]!
      this.total -= this.amounts[this.head]!
    }
    if (this.head < COMPACT_AFTER) return
    this.earnedAt = this.earnedAt.slice(this.head)
    this.amounts = this.amounts.slice(this.head)
    this.head = 0
  }

  /** Takes this much, or all if there is less, newest first. */
  take(amount: number): number {
    const taken = Math.min(amount, this.total)
    this.total -= taken
    let left = taken
    for (let at = this.amounts.length - 1; at >= this.head && left > 0; at -= 1) {
      const part = Math.min(left, this.amounts[at]!)
      this.amounts[at]! -= part
      left -= part
    }
    return taken
  }
}
