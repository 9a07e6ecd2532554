import { z } from 'zod'
import { AppId } from '../apps/app.ts'
import type { AppInput } from '../apps/app-input.ts'
import { Sha256 } from '../files.ts'
import { Address } from '../values/address.ts'

export const Signature = z.string().regex(/^0x[0-9a-f]{130}$/)

/** 32 zero bytes: there are no weights, or the program that has them doesn't report them. */
export const NO_HASH = '0'.repeat(64)

export const STATED_CHARACTERS_MAX = 120

/**
 * A name or a version that is signed exactly as given, so it's checked and never changed. Invisible characters are refused, because they'd
 * look like another name.
 */
export const Stated = z
  .string()
  .min(1)
  .max(STATED_CHARACTERS_MAX)
  .refine((value) => value === statedText(value), 'must be one line of readable characters')

/** No program needs more, and a long text must not cost more. */
const GIVEN_CHARACTERS_MAX = 10 * STATED_CHARACTERS_MAX

/** The part of a program's text that may be signed: one line, without invisible characters; undefined if nothing is left. */
export function statedText(text: string): string | undefined {
  const line = text
    .slice(0, GIVEN_CHARACTERS_MAX)
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replaceAll(/\p{Z}+/gu, ' ')
    .trim()
  let stated = ''
  // By code points, because half of a surrogate pair can't be signed.
  for (const point of line) {
    if (stated.length + point.length > STATED_CHARACTERS_MAX) break
    stated += point
  }
  return stated.trim() || undefined
}

const firstClaims = {
  job: z.uuid(),
  app: AppId,
  appVersion: z.int(),
  inputHash: Sha256,
  /** In the order of the job's outputs. */
  outputHashes: z.array(Sha256).max(16),
  /** When the node got the job, by the network's clock, in milliseconds. */
  startedAt: z.int(),
  /** How long the node worked on it, by its own measure. */
  runMs: z.int(),
  price: z.int(),
  node: Address,
}

/** `pinned`: the network knows these weights and refuses others. `declared`: the operator says so, and nobody has checked. */
const WeightsProof = z.enum(['pinned', 'declared'])

/** What a node says it ran. */
const ranClaims = {
  /** What computed: a package, or a program of the operator's. */
  engine: Stated,
  engineVersion: Stated,
  model: Stated,
  /** Of all files of the model, see `filesDigest` in packages/weights; `NO_HASH` where there are none or none are stated. */
  weights: Sha256,
  weightsProof: WeightsProof,
}
const Ran = z.object(ranClaims)
export type Ran = z.infer<typeof Ran>

/** What a node says of the program that served the job. */
const servedClaims = {
  /** The version of the agent. */
  agent: Stated,
  /** Of the agent's sources. */
  program: Sha256,
  /** For example `linux-arm64`. */
  platform: Stated,
}
const Served = z.object(servedClaims)
export type Served = z.infer<typeof Served>

/** What a node signed before receipts named a model. Claims without `v` have this form forever. */
export const FirstReceiptClaims = z.strictObject(firstClaims)
export type FirstReceiptClaims = z.infer<typeof FirstReceiptClaims>

/** What a node signs with its key: this app, with this input, gave these outputs, using this engine and this model. */
export const SecondReceiptClaims = z.strictObject({
  /** Signed as the version of the domain. */
  v: z.literal(2),
  ...firstClaims,
  ...ranClaims,
  ...servedClaims,
})
export type SecondReceiptClaims = z.infer<typeof SecondReceiptClaims>

export const ReceiptClaims = z.union([SecondReceiptClaims, FirstReceiptClaims])
export type ReceiptClaims = z.infer<typeof ReceiptClaims>

/** Digest of the agent that ran the job; null in receipts of before version 2. */
export function programOf(claims: ReceiptClaims): string | null {
  return namesModel(claims) ? claims.program : null
}

/** Whether a receipt names engine, model and weights. */
export function namesModel(claims: ReceiptClaims): claims is SecondReceiptClaims {
  return 'v' in claims
}

export const Receipt = z.object({
  claims: ReceiptClaims,
  nodeSignature: Signature,
  network: Address,
  networkSignature: Signature,
})
export type Receipt = z.infer<typeof Receipt>

const firstFields = [
  { name: 'job', type: 'string' },
  { name: 'app', type: 'string' },
  { name: 'appVersion', type: 'uint32' },
  { name: 'inputHash', type: 'bytes32' },
  { name: 'outputHashes', type: 'bytes32[]' },
  { name: 'startedAt', type: 'uint64' },
  { name: 'runMs', type: 'uint64' },
  { name: 'price', type: 'uint64' },
  { name: 'node', type: 'address' },
] as const

const secondFields = [
  ...firstFields,
  { name: 'engine', type: 'string' },
  { name: 'engineVersion', type: 'string' },
  { name: 'model', type: 'string' },
  { name: 'weights', type: 'bytes32' },
  { name: 'weightsProof', type: 'string' },
  { name: 'agent', type: 'string' },
  { name: 'program', type: 'bytes32' },
  { name: 'platform', type: 'string' },
] as const

/** EIP-712, so that any wallet library can check a receipt. */
export const firstReceiptType = {
  domain: { name: 'Infra receipt', version: '1' },
  types: { Receipt: firstFields },
  primaryType: 'Receipt',
} as const

export const secondReceiptType = {
  domain: { name: 'Infra receipt', version: '2' },
  types: { Receipt: secondFields },
  primaryType: 'Receipt',
} as const

/** What is signed, in the form that viem and other libraries take. */
export interface TypedData {
  domain: { name: string; version: string }
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

export function receiptTypedData(claims: ReceiptClaims): TypedData {
  if (!namesModel(claims)) return { ...firstReceiptType, message: signedForm(claims) }
  const { v: _, ...signed } = claims
  const message = { ...signedForm(signed), weights: `0x${signed.weights}`, program: `0x${signed.program}` }
  return { ...secondReceiptType, message }
}

/** The nine claims that both forms share, in their signed form; others unchanged. */
function signedForm(claims: FirstReceiptClaims) {
  return {
    ...claims,
    inputHash: `0x${claims.inputHash}`,
    outputHashes: claims.outputHashes.map((hash) => `0x${hash}`),
    startedAt: BigInt(claims.startedAt),
    runMs: BigInt(claims.runMs),
    price: BigInt(claims.price),
  }
}

/** The hash of an input whose files are named by their content, so that anyone with the files can compute it again. */
export function inputHash(...given: Parameters<typeof hashedInput>): Promise<string> {
  return sha256Hex(new TextEncoder().encode(hashedInput(...given)))
}

/** What is hashed of it. */
export function hashedInput(input: AppInput, fileHashes: Record<string, string>): string {
  const entries = ordered({ ...input, ...fileHashes }).map(([name, value]) =>
    // Boxes are the only kind of value with fields of its own.
    [name, Array.isArray(value) ? value.map((box) => Object.fromEntries(ordered(box))) : value],
  )
  return JSON.stringify(entries)
}

/** Sorted by name, because databases store fields in their own order. */
function ordered<T>(fields: Record<string, T>): [string, T][] {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
}

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
