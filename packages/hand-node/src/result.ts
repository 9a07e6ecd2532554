import { createHash } from 'node:crypto'
import { findApp } from '@infra/protocol/apps/catalogue'
import {
  type Assignment,
  claimsOf,
  type FinishedOutput,
  leaseOf,
  uploadOutput,
} from '@infra/protocol/attempts'
import type { Call } from '@infra/protocol/client'
import {
  FirstReceiptClaims,
  NO_HASH,
  type Ran,
  receiptTypedData,
  type Served,
} from '@infra/protocol/signatures/receipts'
import { pinnedModel } from '@infra/weights/pinned-model'
import type { PrivateKeyAccount } from 'viem/accounts'

/** Made-up figures, because nothing is run. */
const RUN_MS = 1_200
const served: Served = {
  agent: 'hand-node',
  program: NO_HASH,
  platform: `${process.platform}-${process.arch}`,
}

/** One output of kind text, in the protocol's form. */
export function textOutput(text: string): FinishedOutput {
  return { name: 'text', kind: 'text', sha256: sha256(text), text }
}

/** Sends a file under the lease and returns the output that names it. */
export async function sendOutput(
  call: Call,
  job: Assignment,
  { name, kind, bytes }: Pick<FinishedOutput, 'name' | 'kind'> & { bytes: Uint8Array<ArrayBuffer> },
): Promise<FinishedOutput> {
  const query = { kind, sha256: sha256(bytes) }
  const kept = await call(uploadOutput, { ...leaseOf(job), query, file: new Blob([bytes]) })
  return { name, kind, sha256: kept.sha256 }
}

/** What `finishAttempt` takes: the outputs with their receipt, signed with the node's key. */
export async function resultOf(account: PrivateKeyAccount, job: Assignment, outputs: FinishedOutput[]) {
  const claims = await claimsOf(job, {
    node: account.address,
    outputs,
    runMs: RUN_MS,
    ran: ranBy(job),
    served,
  })
  const nodeSignature = await account.signTypedData(receiptTypedData(claims))
  return { ...leaseOf(job), body: { outputs, claims, nodeSignature } }
}

/** The same from an agent with version 1 of the node protocol, whose receipt doesn't name a model. */
export async function firstResultOf(account: PrivateKeyAccount, job: Assignment, outputs: FinishedOutput[]) {
  const { body, ...lease } = await resultOf(account, job, outputs)
  const claims = FirstReceiptClaims.strip().parse(body.claims)
  const nodeSignature = await account.signTypedData(receiptTypedData(claims))
  return { ...lease, body: { outputs, claims, nodeSignature } }
}

/** What an agent would report for this app. */
function ranBy({ app }: Assignment): Ran {
  const engine = { engine: 'hand-node', engineVersion: '1' }
  const { weights, operatorModel } = findApp(app.id)!
  return operatorModel
    ? { ...engine, model: 'hand-made', weights: NO_HASH, weightsProof: 'declared' }
    : { ...engine, ...pinnedModel(weights), weightsProof: 'pinned' }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
