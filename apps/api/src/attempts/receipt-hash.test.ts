import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { type ReceiptClaims, receiptTypedData } from '@infra/protocol/signatures/receipts'
import { bytesToHex, getAddress, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { receiptHash } from './receipt-hash.ts'

const sha256 = () => createHash('sha256').update(randomBytes(8)).digest('hex')

test('what we hash is what any library makes of the typed data', () => {
  for (let outputs = 0; outputs <= 16; outputs++) {
    const claims: ReceiptClaims = {
      job: randomUUID(),
      app: 'story-teller',
      appVersion: randomInt(2 ** 32),
      inputHash: sha256(),
      outputHashes: Array.from({ length: outputs }, sha256),
      startedAt: randomInt(2 ** 47),
      runMs: randomInt(2 ** 40),
      price: randomInt(2 ** 40),
      node: getAddress(bytesToHex(randomBytes(20))),
    }
    expect(bytesToHex(receiptHash(claims))).toBe(hashTypedData(receiptTypedData(claims)))
  }
})
