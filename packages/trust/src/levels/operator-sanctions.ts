import { TRUST_RULES, type TrustRules } from '../trust-rules.ts'

export interface OperatorNode {
  id: string
  suspendedAt: number | null
}

export interface OperatorSanctions {
  /** Nodes whose records get `watched`. */
  watch: string[]
  /** Whether all nodes of the operator are suspended. */
  suspendsOperator: boolean
}

/** What the suspension of a node means for its operator. `nodes` are all of them, the suspended one included. */
export function operatorSanctions(
  nodes: readonly OperatorNode[],
  at: number,
  rules: TrustRules = TRUST_RULES,
): OperatorSanctions {
  const counting = nodes.filter(
    ({ suspendedAt }) => suspendedAt !== null && at - suspendedAt < rules.suspensionMemoryMs,
  )
  return {
    watch: nodes.filter(({ suspendedAt }) => suspendedAt === null).map(({ id }) => id),
    suspendsOperator: counting.length >= rules.suspensionsMax,
  }
}

export interface LinkingOperator {
  nodesBelowKnown: number
  /** When a node on the same network prefix was last banned. */
  prefixBannedAt: number | null
}

/** Whether an operator may link one more node. */
export function mayLinkNode(
  { nodesBelowKnown, prefixBannedAt }: LinkingOperator,
  at: number,
  rules: TrustRules = TRUST_RULES,
): boolean {
  const isAfterBan = prefixBannedAt !== null && at - prefixBannedAt < rules.banMemoryMs
  return nodesBelowKnown < (isAfterBan ? rules.nodesBelowKnownAfterBanMax : rules.nodesBelowKnownMax)
}
