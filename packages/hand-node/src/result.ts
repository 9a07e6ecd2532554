import { createHash } from 'node:crypto'
import {
  type Assignment,
  claimsOf,
  type FinishedOutput,
  leaseOf,
  uploadOutput,
} from '@infra/protocol/attempts'
import type { Call } from '@infra/protocol/client'
import { receiptTypedData } from '@infra/protocol/signatures/receipts'
import type { PrivateKeyAccount } from 'viem/accounts'

/** Made-up figures: nothing is run. */
const RUN_MS = 1_200

/** One output of kind text, as the protocol wants it. */
export function textOutput(text: string): FinishedOutput {
  return { name: 'text', kind: 'text', sha256: sha256(text), text }
}

/** Sends a file under the lease; answers the output that names it. */
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
  const claims = await claimsOf(job, { node: account.address, outputs, runMs: RUN_MS })
  const nodeSignature = await account.signTypedData(receiptTypedData(claims))
  return { ...leaseOf(job), body: { outputs, claims, nodeSignature } }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
