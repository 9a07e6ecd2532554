import { OPERATOR_PERCENT } from '@infra/protocol/credits'

/** What the operator earns of a price. Rounded up: a job of one credit is not worked for nothing. */
export function operatorShare(price: number): number {
  return Math.ceil((price * OPERATOR_PERCENT) / 100)
}

/** The same for statements. */
export const operatorShareSql = (price: string) => `ceil(${price} * ${OPERATOR_PERCENT} / 100.0)`
