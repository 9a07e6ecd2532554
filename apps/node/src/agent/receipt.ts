import { createHash } from 'node:crypto'
import type { Assignment, FinishedOutput } from '@infra/protocol/attempts'
import { inputHash, type ReceiptClaims, receiptTypedData } from '@infra/protocol/receipts'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

export interface Result {
  outputs: FinishedOutput[]
  runMs: number
}

/** What we vouch for with our key: this app, fed with this input, gave these outputs. */
export async function signReceipt(
  account: PrivateKeyAccount,
  assignment: Assignment,
  { outputs, runMs }: Result,
): Promise<{ claims: ReceiptClaims; nodeSignature: Hex }> {
  const { jobId, app, input, files, startedAt, price } = assignment
  const fileHashes = Object.fromEntries(Object.entries(files).map(([field, { sha256 }]) => [field, sha256]))
  const claims: ReceiptClaims = {
    job: jobId,
    app: app.id,
    appVersion: app.version,
    inputHash: await inputHash(input, fileHashes),
    outputHashes: outputs.map(({ sha256 }) => sha256),
    startedAt: startedAt.getTime(),
    runMs: Math.round(runMs),
    price,
    node: account.address,
  }
  return { claims, nodeSignature: await account.signTypedData(receiptTypedData(claims)) }
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
