import { expect, test } from 'vitest'
import { shortAddress } from './short-address.ts'

test('[R-WAL-2] shortens an address to its first 5 characters, three dots and its last 4', () => {
  expect(shortAddress('0x742d35Cc6634C0532925a3b844Bc454e4438f44e')).toBe('0x742...f44e')
})
