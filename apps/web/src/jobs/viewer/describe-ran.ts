import { NO_HASH, type SecondReceiptClaims } from '@infra/protocol/signatures/receipts'

const UNKNOWN = 'unknown'

/** What a node says it ran, in words; `weights` is the hash, where there is one. */
export function describeRan({ engine, engineVersion, model, weights, weightsProof }: SecondReceiptClaims) {
  const hasWeights = weights !== NO_HASH
  const isPinned = weightsProof === 'pinned'
  return {
    engine: engineVersion === UNKNOWN ? `${engine}, version unknown` : `${engine} ${engineVersion}`,
    model:
      isPinned && !hasWeights ? 'None: this app runs no model.' : model === UNKNOWN ? 'Not named.' : model,
    weights: hasWeights ? weights : undefined,
    proof: isPinned
      ? hasWeights && 'Pinned: these are the weights that the network publishes.'
      : 'Declared by the operator, not checked.',
  }
}
