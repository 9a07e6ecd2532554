import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { API_KEY_PATTERN, hintOf, isApiKey, isMeantAsApiKey, KeyHint, makeApiKey } from './api-key.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a new key matches the pattern for secret scanners and has a valid checksum', () => {
  const keys = Array.from({ length: 200 }, makeApiKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) {
    expect(key).toMatch(/^infra_sk_[0-9A-Za-z]{36}$/)
    expect(isApiKey(key)).toBe(true)
    expect(`Bearer ${key}, "${key}"`.match(API_KEY_PATTERN)).toEqual([key, key])
    // Uses an independent implementation of the checksum.
    const digits = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0)
    expect(digits).toBe(crc32(key.slice(0, -6)))
  }
})

test('a placeholder or damaged key is invalid, but still recognized as meant to be a key', () => {
  const key = makeApiKey()
  const wrong = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)
  for (const token of [`infra_sk_${'x'.repeat(36)}`, wrong, key.slice(0, -1), `${key}a`, '', 'infra_sk_'])
    expect(isApiKey(token)).toBe(false)
  expect([key, wrong, 'infra_sk_'].map(isMeantAsApiKey)).toEqual([true, true, true])
  expect(isMeantAsApiKey('eyJhbGciOi')).toBe(false)
})

test("a key's hint shows eight characters of the key after its prefix", () => {
  const key = makeApiKey()
  expect(KeyHint.parse(hintOf(key))).toBe(`${key.slice(0, 13)}…${key.slice(-4)}`)
})
