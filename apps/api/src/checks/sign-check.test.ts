import {
  type Check,
  checkTypedData,
  NO_NODE,
  SignedCheck,
  verifyCheck,
} from '@infra/protocol/signatures/checks'
import { listNetworkKeys } from '@infra/protocol/signatures/network-keys'
import { FIRST_RECEIPT_HASH, firstReceipt } from '@infra/protocol/test/first-receipt'
import { type Hex, recoverTypedDataAddress } from 'viem'
import { expect, test } from 'vitest'
import { rotateNetworkKey } from '../auth/network-key.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { signCheck } from './sign-check.ts'

const { call, clock, deps } = await startTestApi()

const found = (at: Date): Omit<Check, 'receiptHash'> => ({
  outcome: 'agreed',
  comparator: 'story-teller',
  comparatorVersion: 1,
  distance: 0,
  ratePpm: 22_000,
  second: NO_NODE,
  at: at.getTime(),
})

/** Verifies as anyone can, with the keys that the network publishes. */
async function verified(signed: SignedCheck) {
  const signer = await recoverTypedDataAddress({
    ...checkTypedData(signed.check),
    signature: signed.networkSignature as Hex,
  })
  const { items } = await call(listNetworkKeys)
  return verifyCheck(signed, { receiptHash: FIRST_RECEIPT_HASH, signer, networkKeys: items })
}

test('a check is signed with the key that countersigns receipts, and is valid after the key is rotated', async () => {
  const signed = await signCheck(deps, firstReceipt.claims, found(new Date()))
  expect(SignedCheck.parse(signed)).toEqual(signed)
  expect(signed.check.receiptHash).toBe(FIRST_RECEIPT_HASH)
  expect(signed.network).toBe((await deps.networkKey()).address)
  expect(await verified(signed)).toEqual({ isOfReceipt: true, isSigned: true })

  await rotateNetworkKey(deps.db)
  clock.now = new Date(clock.now.getTime() + 61_000)
  expect((await deps.networkKey()).address).not.toBe(signed.network)
  expect(await verified(signed)).toEqual({ isOfReceipt: true, isSigned: true })
})

test('a check that was changed after signing is not valid', async () => {
  const signed = await signCheck(deps, firstReceipt.claims, found(new Date()))
  const changed = { ...signed, check: { ...signed.check, outcome: 'contradicted' as const } }
  expect(await verified(changed)).toEqual({ isOfReceipt: true, isSigned: false })
})
