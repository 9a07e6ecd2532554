import { catalogue } from '@infra/protocol/apps/catalogue'
import type { FinishedOutput } from '@infra/protocol/attempts'
import { Refusal } from '@infra/protocol/refusal'
import {
  type FirstReceiptClaims,
  namesModel,
  type Ran,
  type Receipt,
  type ReceiptClaims,
} from '@infra/protocol/signatures/receipts'
import { pinnedModel } from '@infra/weights/pinned-model'
import { getAddress, type Hex } from 'viem'
import { signerOf } from '../auth/signatures.ts'
import type { Deps } from '../deps.ts'
import { receiptHash } from './receipt-hash.ts'

/** What the network knows of the attempt, to compare the node's claims with. */
export interface ReceiptFacts {
  id: string
  appId: string
  appVersion: number
  inputHash: string
  price: number
  startedAt: Date
  elapsedMs: number
  /** The version of the node protocol that the node signed in with. */
  protocol: number
}

/** From this version of the node protocol on, receipts name the engine, model and weights. */
const NAMES_MODEL_SINCE = 2

type KnownModel = Pick<Ran, 'weightsProof'> & Partial<Pick<Ran, 'model' | 'weights'>>

/**
 * What a receipt must say about the model, by app. Apps whose model the operator chooses aren't listed, since the network doesn't know it.
 */
const knownModels = new Map<string, KnownModel>(
  catalogue.map(({ id, weights, operatorModel }) => [
    id,
    operatorModel ? { weightsProof: 'declared' } : { ...pinnedModel(weights), weightsProof: 'pinned' },
  ]),
)

/** Tolerance for rounding by the node and for the network's latency; a node can't have worked longer than it had the job. */
const CLOCK_TOLERANCE_MS = 2_000

/** The results of an attempt, as its node signed them. */
export interface SignedResult {
  outputs: FinishedOutput[]
  claims: ReceiptClaims
  nodeSignature: string
}

/** Checks every claim that the node signed, then countersigns the receipt. */
export async function countersignReceipt(
  { networkKey }: Pick<Deps, 'networkKey'>,
  job: ReceiptFacts,
  nodeId: string,
  { claims, outputs, nodeSignature }: SignedResult,
): Promise<Receipt> {
  const expected: Omit<FirstReceiptClaims, 'runMs'> = {
    job: job.id,
    app: job.appId,
    appVersion: job.appVersion,
    inputHash: job.inputHash,
    outputHashes: outputs.map(({ sha256 }) => sha256),
    startedAt: job.startedAt.getTime(),
    price: job.price,
    node: getAddress(nodeId as Hex),
  }
  refuseOther(claims, expected)
  if (namesModel(claims)) refuseOther(claims, knownModels.get(job.appId)!)
  else if (job.protocol >= NAMES_MODEL_SINCE) {
    throw new Refusal('receipt_invalid', 'The receipt does not name engine, model and weights.')
  }
  if (claims.runMs < 0 || claims.runMs > job.elapsedMs + CLOCK_TOLERANCE_MS) {
    throw new Refusal('receipt_invalid', 'The receipt claims more time than the node had the job.')
  }
  const hash = receiptHash(claims)
  if (signerOf(hash, nodeSignature as Hex) !== nodeId)
    throw new Refusal('receipt_invalid', 'The receipt is not signed by this node.')
  const network = await networkKey()
  return {
    claims,
    nodeSignature,
    network: network.address,
    networkSignature: network.sign(hash),
  }
}

function refuseOther(claims: ReceiptClaims, expected: Partial<Record<string, unknown>>): void {
  const wrong = Object.entries(expected).find(
    ([name, value]) => JSON.stringify(claims[name as keyof ReceiptClaims]) !== JSON.stringify(value),
  )
  if (wrong) throw new Refusal('receipt_invalid', `The receipt is wrong about "${wrong[0]}".`)
}
