import type { Job, JobFile } from '@infra/protocol/jobs'
import {
  type CheckOutcome,
  checkTypedData,
  type SignedCheck,
  verifyCheck,
} from '@infra/protocol/signatures/checks'
import { countedThen, type NetworkKey } from '@infra/protocol/signatures/network-keys'
import {
  inputHash,
  type Receipt,
  receiptTypedData,
  sha256Hex,
  type TypedData,
} from '@infra/protocol/signatures/receipts'
import { formatCredits } from '../format-credits.ts'
import { isOriginalKept } from '../job-rules.ts'

/** One claim of a receipt or of its check, and whether it's true; null if this reader lacks something needed to verify it. */
export interface VerifiedClaim {
  claim: string
  holds: boolean | null
  /** It's true, but casts doubt on the result. */
  warns?: boolean
}

/**
 * Verifies a receipt using only what is on this screen: the bytes of the files, the job as shown, and arithmetic. Only the list of the
 * network's keys, present and past, comes from the network.
 */
export async function verifyReceipt(
  job: Job,
  receipt: Receipt,
  networkKeys: readonly NetworkKey[],
  check?: SignedCheck,
): Promise<VerifiedClaim[]> {
  const { claims } = receipt
  const signed = receiptTypedData(claims)
  const [outputs, inputs, node, network] = await Promise.all([
    Promise.all(job.outputs.map(hashOf)),
    Promise.all(job.inputFiles.map(hashOf)),
    recoverSigner(signed, receipt.nodeSignature),
    recoverSigner(signed, receipt.networkSignature),
  ])
  const shownInputHash = await inputHash(
    job.input,
    Object.fromEntries(job.inputFiles.map(({ name }, index) => [name, inputs[index]!])),
  )
  return [
    {
      claim:
        outputs.length === 1
          ? 'The result on this screen is the one signed for.'
          : 'The results on this screen are the ones signed for.',
      holds: isSameList(outputs, claims.outputHashes),
    },
    isOriginalKept(job)
      ? { claim: 'What it was made from: its author keeps the original.', holds: null }
      : { claim: 'It was made from the input shown here.', holds: shownInputHash === claims.inputHash },
    {
      claim: `It is about this job: ${job.app.name}, version ${job.app.version}, ${formatCredits(job.price)}.`,
      holds:
        claims.job === job.id &&
        claims.app === job.app.id &&
        claims.appVersion === job.app.version &&
        claims.price === job.price,
    },
    {
      claim: `The node ${job.node?.name ?? ''} signed it with its key.`,
      holds: isSame(node, claims.node) && isSame(claims.node, job.node?.id ?? ''),
    },
    {
      claim: 'The network countersigned it, with a key that was its own then.',
      holds: isSame(network, receipt.network) && countedThen(networkKeys, network, claims.startedAt),
    },
    ...(check ? await verifyChecked(check, signed, networkKeys) : []),
  ]
}

const outcomes: Record<CheckOutcome, string> = {
  agreed: 'A second machine ran it again and got the same result.',
  unclear: 'A second machine ran it again. The two results are too close to call.',
  contradicted: 'Other machines ran it again and got a different result.',
  overturned: 'An earlier check found this result wrong. That check was mistaken.',
}

async function verifyChecked(
  check: SignedCheck,
  receipt: TypedData,
  networkKeys: readonly NetworkKey[],
): Promise<VerifiedClaim[]> {
  const { hashTypedData } = await import('viem/utils')
  const { outcome } = check.check
  const signer = await recoverSigner(checkTypedData(check.check), check.networkSignature)
  const found = verifyCheck(check, { receiptHash: hashTypedData(receipt), signer, networkKeys })
  return [
    {
      claim: `The network says: ${outcomes[outcome]}`,
      holds: found.isSigned,
      warns: outcome === 'contradicted',
    },
    { claim: 'The network says that of this receipt.', holds: found.isOfReceipt },
  ]
}

/** Hashes the bytes that were received here. */
async function hashOf({ text, url }: Pick<JobFile, 'text' | 'url'>): Promise<string> {
  if (url === null) return sha256Hex(new TextEncoder().encode(text ?? ''))
  const response = await fetch(url)
  if (!response.ok) throw new Error(`A file could not be fetched: ${response.status}.`)
  return sha256Hex(new Uint8Array(await response.arrayBuffer()))
}

/** Its code is loaded only when someone verifies a receipt. An invalid signature counts as signed by nobody. */
async function recoverSigner(data: TypedData, signature: string): Promise<string> {
  const { recoverTypedDataAddress } = await import('viem/utils')
  return recoverTypedDataAddress({ ...data, signature: signature as `0x${string}` }).catch(() => 'nobody')
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}
