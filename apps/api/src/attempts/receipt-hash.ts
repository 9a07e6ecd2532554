import { type Check, checkType } from '@infra/protocol/signatures/checks'
import {
  firstReceiptType,
  namesModel,
  type ReceiptClaims,
  secondReceiptType,
} from '@infra/protocol/signatures/receipts'
import { domainSeparator, type Hex } from 'viem'
import { bytesOf, keccak256 } from '../auth/signatures.ts'

const encoders = {
  string: (value: string) => keccak256(value),
  uint32: word,
  uint64: word,
  bytes32: (value: string) => Buffer.from(value, 'hex'),
  'bytes32[]': (values: string[]) => keccak256(Buffer.from(values.join(''), 'hex')),
  address: (value: Hex) => Buffer.concat([Buffer.alloc(12), bytesOf(value)]),
}

/**
 * What gets signed of a receipt: the hash of its typed data (EIP-712). Any library computes it from the types; this is made for these types
 * only and uses OpenSSL, which costs a tenth, and every finished job needs it.
 */
export function receiptHash(claims: ReceiptClaims): Buffer {
  return namesModel(claims) ? hashSecond(claims) : hashFirst(claims)
}

/** The same for a check. */
export function checkHash(check: Check): Buffer {
  return hashCheck(check)
}

const hashFirst = hasherOf(firstReceiptType.domain, 'Receipt', firstReceiptType.types.Receipt)
const hashSecond = hasherOf(secondReceiptType.domain, 'Receipt', secondReceiptType.types.Receipt)
const hashCheck = hasherOf(checkType.domain, 'Check', checkType.types.Check)

interface Field {
  name: string
  type: keyof typeof encoders
}

function hasherOf(domain: { name: string; version: string }, type: string, fields: readonly Field[]) {
  const typeHash = keccak256(`${type}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`)
  const prefix = Buffer.concat([Buffer.from([0x19, 0x01]), bytesOf(domainSeparator({ domain }))])
  return (message: Record<string, unknown>): Buffer => {
    const encoded = fields.map(({ name, type }) => encoders[type](message[name] as never))
    return keccak256(Buffer.concat([prefix, keccak256(Buffer.concat([typeHash, ...encoded]))]))
  }
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.writeBigUInt64BE(BigInt(value), 24)
  return bytes
}
