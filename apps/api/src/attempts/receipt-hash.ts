import { type ReceiptClaims, receiptDomain, receiptTypes } from '@infra/protocol/signatures/receipts'
import { domainSeparator } from 'viem'
import { bytesOf, keccak256 } from '../auth/signatures.ts'

const fields = receiptTypes.Receipt.map(({ type, name }) => `${type} ${name}`)
const TYPE_HASH = keccak256(`Receipt(${fields.join(',')})`)
const PREFIX = Buffer.concat([Buffer.from([0x19, 0x01]), bytesOf(domainSeparator({ domain: receiptDomain }))])

/**
 * What is signed of a receipt: the hash of its typed data (EIP-712). Any library makes it from the types; made for these types
 * alone, and by OpenSSL, it costs a tenth of that, and every finished job needs it.
 */
export function receiptHash(claims: ReceiptClaims): Buffer {
  const encoded: Record<(typeof receiptTypes.Receipt)[number]['name'], Uint8Array> = {
    job: keccak256(claims.job),
    app: keccak256(claims.app),
    appVersion: word(claims.appVersion),
    inputHash: Buffer.from(claims.inputHash, 'hex'),
    outputHashes: keccak256(Buffer.from(claims.outputHashes.join(''), 'hex')),
    startedAt: word(claims.startedAt),
    runMs: word(claims.runMs),
    price: word(claims.price),
    node: Buffer.concat([Buffer.alloc(12), bytesOf(claims.node)]),
  }
  const struct = Buffer.concat([TYPE_HASH, ...receiptTypes.Receipt.map(({ name }) => encoded[name])])
  return keccak256(Buffer.concat([PREFIX, keccak256(struct)]))
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.writeBigUInt64BE(BigInt(value), 24)
  return bytes
}
