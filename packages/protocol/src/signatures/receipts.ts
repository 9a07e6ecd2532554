import { z } from 'zod'
import { AppId } from '../apps/app.ts'
import type { AppInput } from '../apps/app-input.ts'
import { Sha256 } from '../files.ts'
import { Address } from '../values/address.ts'

const Signature = z.string().regex(/^0x[0-9a-f]{130}$/)

/** What a node vouches for with its key: this app, fed with this input, gave these outputs. */
export const ReceiptClaims = z.strictObject({
  job: z.uuid(),
  app: AppId,
  appVersion: z.int(),
  inputHash: Sha256,
  /** In the order of the job's outputs. */
  outputHashes: z.array(Sha256).max(16),
  /** When the node was given the job, by the network's clock, in milliseconds. */
  startedAt: z.int(),
  /** How long the node worked on it, by its own measure. */
  runMs: z.int(),
  price: z.int(),
  node: Address,
})
export type ReceiptClaims = z.infer<typeof ReceiptClaims>

export const Receipt = z.object({
  claims: ReceiptClaims,
  nodeSignature: Signature,
  network: Address,
  networkSignature: Signature,
})
export type Receipt = z.infer<typeof Receipt>

export const receiptDomain = { name: 'Infra receipt', version: '1' } as const

/** EIP-712, so that any wallet library can check a receipt. */
export const receiptTypes = {
  Receipt: [
    { name: 'job', type: 'string' },
    { name: 'app', type: 'string' },
    { name: 'appVersion', type: 'uint32' },
    { name: 'inputHash', type: 'bytes32' },
    { name: 'outputHashes', type: 'bytes32[]' },
    { name: 'startedAt', type: 'uint64' },
    { name: 'runMs', type: 'uint64' },
    { name: 'price', type: 'uint64' },
    { name: 'node', type: 'address' },
  ],
} as const

/** What is signed, in the form that viem and other libraries take. */
export function receiptTypedData(claims: ReceiptClaims) {
  return {
    domain: receiptDomain,
    types: receiptTypes,
    primaryType: 'Receipt',
    message: {
      ...claims,
      inputHash: `0x${claims.inputHash}`,
      outputHashes: claims.outputHashes.map((hash) => `0x${hash}` as const),
      startedAt: BigInt(claims.startedAt),
      runMs: BigInt(claims.runMs),
      price: BigInt(claims.price),
    },
  } as const
}

/** The hash of an input with its files named by their content, so that whoever has the files can make it again. */
export function inputHash(...given: Parameters<typeof hashedInput>): Promise<string> {
  return sha256Hex(new TextEncoder().encode(hashedInput(...given)))
}

/** What is hashed of it. */
export function hashedInput(input: AppInput, fileHashes: Record<string, string>): string {
  const entries = ordered({ ...input, ...fileHashes }).map(([name, value]) =>
    // Boxes are the one kind of value that has fields of its own.
    [name, Array.isArray(value) ? value.map((box) => Object.fromEntries(ordered(box))) : value],
  )
  return JSON.stringify(entries)
}

/** By name: a database keeps fields in an order of its own. */
function ordered<T>(fields: Record<string, T>): [string, T][] {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
}

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
