export interface Unanswered {
  key: string
  order: string
}

/**
 * The key that an order is sent under. While nothing is known of what became of the last one, the same order has the
 * same key, so that a double click or a lost answer makes one job; another order has another.
 */
export function keyFor(order: unknown, unanswered: Unanswered | undefined): Unanswered {
  const text = JSON.stringify(order)
  return unanswered?.order === text ? unanswered : { key: crypto.randomUUID(), order: text }
}

/** Whether this is one, as it lay in a draft that anyone may have written to. */
export function isUnanswered(kept: unknown): kept is Unanswered {
  const { key, order } = (kept ?? {}) as Partial<Record<keyof Unanswered, unknown>>
  return typeof key === 'string' && typeof order === 'string'
}
