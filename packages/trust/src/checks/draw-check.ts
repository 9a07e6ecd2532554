import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** `canary`: whether the node gets a canary after this attempt; drawn separately from whether its result is checked. */
export type DrawFor = 'check' | 'canary'

/**
 * A number from 0 to below 1 that nobody can choose: the key of the day was committed to before the attempt existed, and anyone can
 * compute the number again when the key is published.
 */
export function drawOf(dayKey: Uint8Array, attemptId: string, drawFor: DrawFor = 'check'): number {
  const message = drawFor === 'check' ? attemptId : `${drawFor}:${attemptId}`
  const digest = createHmac('sha256', dayKey).update(message).digest()
  // A number of JavaScript holds 53 bits.
  return Number(digest.readBigUInt64BE() >> 11n) / 2 ** 53
}

export function isDrawn(
  dayKey: Uint8Array,
  attemptId: string,
  probability: number,
  drawFor: DrawFor = 'check',
): boolean {
  return drawOf(dayKey, attemptId, drawFor) < probability
}

/** What is published before the day: SHA-256 of its key, in hexadecimal. */
export function commitmentOf(dayKey: Uint8Array): string {
  return createHash('sha256').update(dayKey).digest('hex')
}

/** Whether a published key is the one that was committed to. */
export function isCommittedKey(dayKey: Uint8Array, commitment: string): boolean {
  const stated = Buffer.from(commitment, 'hex')
  const actual = createHash('sha256').update(dayKey).digest()
  return stated.length === actual.length && timingSafeEqual(stated, actual)
}
