import { OPERATOR_PERCENT } from '@infra/protocol/credits'

/** The operator's share of a price. Rounded up, so that a job of one credit earns something. */
export function operatorShare(price: number): number {
  return Math.ceil((price * OPERATOR_PERCENT) / 100)
}

/** The same in SQL. */
export const operatorShareSql = (price: string) => `ceil(${price} * ${OPERATOR_PERCENT} / 100.0)`
