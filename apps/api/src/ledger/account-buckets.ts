/** The buckets for which an account of the ledger has a balance. */
export const ACCOUNT_BUCKETS = ['available', 'granted', 'held', 'pending'] as const

export type Sums = Record<(typeof ACCOUNT_BUCKETS)[number], number>

export const NOTHING: Sums = { available: 0, granted: 0, held: 0, pending: 0 }

/** SQL: a list with an item for each bucket. */
export const eachBucket = (item: (bucket: string) => string, separator = ', ') =>
  ACCOUNT_BUCKETS.map(item).join(separator)
