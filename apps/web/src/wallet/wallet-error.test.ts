import { UserRejectedRequestError } from 'viem'
import { expect, test } from 'vitest'
import { messageOf, problemOf, WalletError } from './wallet-error.ts'

const coded = (code: number, more: object = {}) => Object.assign(new Error('No.'), { code, ...more })

test.each([
  ['rejected', coded(4001)],
  ['rejected', coded(5000)],
  ['rejected', new UserRejectedRequestError(new Error('No.'))],
  ['rejected', new Error('outer', { cause: new Error('middle', { cause: coded(4001) }) })],
  ['rejected', coded(-32603, { data: { originalError: { code: 4001 } } })],
  ['pending', coded(-32002)],
  ['missing', Object.assign(new Error('No.'), { name: 'ProviderNotFoundError' })],
  ['wrong_chain', new WalletError('wrong_chain', 'Switch.')],
  ['failed', new Error('Something else')],
  ['failed', 'a string'],
  ['failed', undefined],
] as const)('[K44] a failure is classified as %s: %s', (problem, error) => {
  expect(problemOf(error)).toBe(problem)
})

test('an error that is its own cause causes no endless loop', () => {
  const error = new Error('round')
  error.cause = error
  expect(problemOf(error)).toBe('failed')
})

test.each([
  [{ shortMessage: 'Short.', message: 'Long.' }, 'Short.'],
  [new Error('First line.\nSecond line.'), 'First line.'],
  [new Error(''), undefined],
  [undefined, undefined],
  [new Error('x'.repeat(1000)), `${'x'.repeat(160)}…`],
])('the wallet’s message is cut to one line: %s', (error, words) => {
  expect(messageOf(error)).toBe(words)
})
