import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { type Check, checkTypedData } from '@infra/protocol/signatures/checks'
import {
  type FirstReceiptClaims,
  type ReceiptClaims,
  receiptTypedData,
} from '@infra/protocol/signatures/receipts'
import { FIRST_RECEIPT_HASH, firstReceipt } from '@infra/protocol/test/first-receipt'
import { bytesToHex, getAddress, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { checkHash, receiptHash } from './receipt-hash.ts'

const sha256 = () => createHash('sha256').update(randomBytes(8)).digest('hex')
const address = () => getAddress(bytesToHex(randomBytes(20)))

function firstClaims(outputs: number): FirstReceiptClaims {
  return {
    job: randomUUID(),
    app: 'story-teller',
    appVersion: randomInt(2 ** 32),
    inputHash: sha256(),
    outputHashes: Array.from({ length: outputs }, sha256),
    startedAt: randomInt(2 ** 47),
    runMs: randomInt(2 ** 40),
    price: randomInt(2 ** 40),
    node: address(),
  }
}

const ran = () =>
  ({
    engine: 'Ollama',
    engineVersion: '0.12.6',
    model: '动漫 🦊 v2',
    weights: sha256(),
    weightsProof: 'declared',
    agent: '1.0.1',
    program: sha256(),
    platform: 'linux-arm64',
  }) as const

test("receiptHash equals viem's hash of the typed data, for receipts of both types", () => {
  for (let outputs = 0; outputs <= 16; outputs++) {
    const first = firstClaims(outputs)
    const both: ReceiptClaims[] = [first, { v: 2, ...first, ...ran() }]
    for (const claims of both)
      expect(bytesToHex(receiptHash(claims))).toBe(hashTypedData(receiptTypedData(claims)))
  }
})

test("checkHash equals viem's hash of the typed data", () => {
  const check: Check = {
    receiptHash: sha256(),
    outcome: 'contradicted',
    comparator: 'cut-out',
    comparatorVersion: randomInt(1, 2 ** 32),
    distance: randomInt(2 ** 47),
    ratePpm: randomInt(1_000_001),
    second: address(),
    at: randomInt(2 ** 47),
  }
  expect(bytesToHex(checkHash(check))).toBe(hashTypedData(checkTypedData(check)))
})

test('an old receipt still has the hash that was signed', () => {
  expect(bytesToHex(receiptHash(firstReceipt.claims))).toBe(`0x${FIRST_RECEIPT_HASH}`)
})
