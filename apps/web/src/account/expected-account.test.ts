// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { testTokens } from '../api/test-tokens.ts'
import { expectedAccount } from './expected-account.ts'

const seconds = Math.floor(Date.now() / 1000)
const nobody = { phase: 'disconnected', connecting: false }

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('infra.wallet', 'example.wallet')
})

function keep(options: Parameters<typeof testTokens>[0], behindMs = 0): void {
  localStorage.setItem('infra.tokens', JSON.stringify({ ...testTokens(options), behindMs }))
}

test('[R-ACC-2] a user with a linked wallet and a valid refresh token is expected back, but not yet signed in', () => {
  keep({ iat: seconds, sub: '0xSomeone' })
  expect(expectedAccount()).toEqual({
    phase: 'disconnected',
    address: '0xSomeone',
    returning: true,
    connecting: false,
  })
})

test('nobody is expected without a wallet, without tokens, or with expired or broken ones', () => {
  expect(expectedAccount()).toEqual(nobody)
  keep({ iat: seconds - 8 * 86_400 })
  expect(expectedAccount()).toEqual(nobody)
  localStorage.setItem('infra.tokens', '{"refreshToken":"x"}')
  expect(expectedAccount()).toEqual(nobody)
  keep({ iat: seconds })
  localStorage.removeItem('infra.wallet')
  expect(expectedAccount()).toEqual(nobody)
})

test('[A47] a user is expected back even if the clock is a day ahead', () => {
  keep({ iat: seconds - 6.5 * 86_400, sub: '0xSomeone' }, -86_400_000)
  expect(expectedAccount()).toMatchObject({ returning: true })
})
