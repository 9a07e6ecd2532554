import { expect, test } from 'vitest'
import { Check, checkType, checkTypedData, NO_NODE, verifyCheck } from './checks.ts'

const receiptHash = 'ab'.repeat(32)
const key = '0x52908400098527886E0F7030069857D2E4169EE7'
const check: Check = {
  receiptHash,
  outcome: 'agreed',
  comparator: 'cut-out',
  comparatorVersion: 1,
  distance: 1_200,
  ratePpm: 22_000,
  second: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
  at: 1_767_225_600_000,
}

test('signs every field of a check with its own type', () => {
  expect(checkType.types.Check.map(({ name }) => name)).toEqual(Object.keys(Check.shape))
  expect(checkTypedData(check)).toEqual({
    domain: { name: 'Infra check', version: '1' },
    types: checkType.types,
    primaryType: 'Check',
    message: { ...check, receiptHash: `0x${receiptHash}`, distance: 1_200n, at: 1_767_225_600_000n },
  })
})

test('refuses a check with a missing, extra or invalid field', () => {
  expect(Check.safeParse(check).success).toBe(true)
  expect(Check.safeParse({ ...check, second: NO_NODE }).success).toBe(true)
  for (const name of Object.keys(check)) {
    const { [name as keyof Check]: _, ...rest } = check
    expect(Check.safeParse(rest).success).toBe(false)
  }
  const wrong = [
    { bonus: 1 },
    { outcome: 'perfect' },
    { distance: -1 },
    { distance: 0.5 },
    { ratePpm: 1_000_001 },
    { comparatorVersion: 0 },
    { second: null },
  ]
  for (const change of wrong) expect(Check.safeParse({ ...check, ...change }).success).toBe(false)
})

const signed = { check, network: key, networkSignature: `0x${'1'.repeat(130)}` } as const
const today = {
  receiptHash: `0x${receiptHash}`,
  signer: key.toLowerCase(),
  networkKeys: [{ address: key, until: null }],
} as const

test("a check is valid for its receipt if the key was the network's when it was signed", () => {
  expect(verifyCheck(signed, today)).toEqual({ isOfReceipt: true, isSigned: true })
  const retired = (until: number) => [{ address: key, until: new Date(until) }] as const
  expect(verifyCheck(signed, { ...today, networkKeys: retired(check.at) }).isSigned).toBe(true)
  expect(verifyCheck(signed, { ...today, networkKeys: retired(check.at - 1) }).isSigned).toBe(false)
})

test("a check is invalid for another receipt, another signer or a key that was never the network's", () => {
  expect(verifyCheck(signed, { ...today, receiptHash: 'cd'.repeat(32) }).isOfReceipt).toBe(false)
  expect(verifyCheck(signed, { ...today, signer: NO_NODE }).isSigned).toBe(false)
  expect(verifyCheck({ ...signed, network: NO_NODE }, today).isSigned).toBe(false)
  expect(verifyCheck(signed, { ...today, networkKeys: [] }).isSigned).toBe(false)
})
