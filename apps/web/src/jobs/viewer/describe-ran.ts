import { NO_HASH, type SecondReceiptClaims } from '@infra/protocol/signatures/receipts'

const UNKNOWN = 'unknown'
const PINNED = 'Pinned: these are the weights that the network publishes.'
const DECLARED = 'Declared by the operator, not checked.'
const NOT_NAMED = 'Not named. The model is declared by the operator, not checked.'

/** What a node says it ran, in words; `weights` is the hash, where there is one. */
export function describeRan({ engine, engineVersion, model, weights, weightsProof }: SecondReceiptClaims) {
  const hasWeights = weights !== NO_HASH
  const isPinned = weightsProof === 'pinned'
  return {
    engine: engineVersion === UNKNOWN ? `${engine}, version unknown` : `${engine} ${engineVersion}`,
    model:
      isPinned && !hasWeights ? 'None: this app runs no model.' : model === UNKNOWN ? 'Not named.' : model,
    weights: hasWeights ? weights : undefined,
    proof: isPinned ? hasWeights && PINNED : hasWeights ? DECLARED : NOT_NAMED,
  }
}
