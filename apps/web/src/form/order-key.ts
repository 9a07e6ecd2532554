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
