// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuseStorage } from '../../api/test-storage.ts'
import {
  deleteTransaction,
  type StoredTransaction,
  storedTransactions,
  storeTransaction,
} from './stored-transactions.ts'

const alice = '0x00000000000000000000000000000000000000A1'
const bob = '0x00000000000000000000000000000000000000b0'
const numbered = (number: number): StoredTransaction => ({
  ...{ hash: `0x${number.toString(16).padStart(64, '0')}`, action: 'stake', amount: '5' },
  ...{ to: bob, data: '0x12', sentAfterBlock: '7' },
})

beforeEach(() => localStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

test('[X04] transactions are stored by account and chain, whatever the case of the address', () => {
  storeTransaction(31_337, alice, numbered(1))
  expect(storedTransactions(31_337, alice.toLowerCase())).toEqual([numbered(1)])
  expect(storedTransactions(1, alice)).toEqual([])
  expect(storedTransactions(31_337, bob)).toEqual([])
})

test('a stored transaction is updated with new details, and removed once it has ended', () => {
  storeTransaction(1, alice, numbered(1))
  storeTransaction(1, alice, numbered(2))
  storeTransaction(1, alice, { ...numbered(1), nonce: 4 })
  expect(storedTransactions(1, alice)).toEqual([numbered(2), { ...numbered(1), nonce: 4 }])
  deleteTransaction(1, alice, numbered(1).hash)
  deleteTransaction(1, alice, numbered(2).hash)
  expect(localStorage.length).toBe(0)
})

test('only the newest twenty transactions are kept', () => {
  for (let number = 1; number <= 25; number++) storeTransaction(1, alice, numbered(number))
  expect(storedTransactions(1, alice)).toHaveLength(20)
  expect(storedTransactions(1, alice)[0]).toEqual(numbered(6))
})

test.each(['no json', '{}', '[{"hash":"0x1"}]', '[null]', '17'])(
  'foreign content in storage (%s) is ignored',
  (text) => {
    localStorage.setItem(`infra.transactions.1.${alice.toLowerCase()}`, text)
    expect(storedTransactions(1, alice)).toEqual([])
    storeTransaction(1, alice, numbered(1))
    expect(storedTransactions(1, alice)).toEqual([numbered(1)])
  },
)

test.each([
  ['blocked', ['getItem', 'setItem', 'removeItem'], 'SecurityError'],
  ['full', ['setItem'], 'QuotaExceededError'],
] as const)('storage that is %s stores nothing and throws nothing', (_state, methods, name) => {
  const refused = refuseStorage(methods, name)
  storeTransaction(1, alice, numbered(1))
  expect(storedTransactions(1, alice)).toEqual([])
  deleteTransaction(1, alice, numbered(1).hash)
  expect(refused).toHaveBeenCalled()
})
