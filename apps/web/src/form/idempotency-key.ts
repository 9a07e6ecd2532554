export interface Unanswered {
  key: string
  order: string
}

/**
 * The idempotency key of an order. As long as the last order got no response, the same order has the same key, so that a double click or a
 * lost response makes one job; a different order gets a new key.
 */
export function idempotencyKeyFor(order: unknown, unanswered: Unanswered | undefined): Unanswered {
  const text = JSON.stringify(order)
  return unanswered?.order === text ? unanswered : { key: crypto.randomUUID(), order: text }
}

/** Validates one that was read from a stored draft. */
export function isUnanswered(kept: unknown): kept is Unanswered {
  const { key, order } = (kept ?? {}) as Partial<Record<keyof Unanswered, unknown>>
  return typeof key === 'string' && typeof order === 'string'
}
