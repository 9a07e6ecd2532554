// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuseStorage } from './test-storage.ts'
import { testTokens } from './test-tokens.ts'

const NOW = new Date('2026-01-01T12:00:00Z')
const seconds = NOW.getTime() / 1000
const DAY_MS = 24 * 3600_000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.resetModules()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Like a page that has just been loaded. */
const load = () => import('./tokens.ts')

test('[R-ACC-5] tokens are kept across sessions until they are cleared', async () => {
  const set = testTokens({ iat: seconds })
  ;(await load()).keepTokens(set)
  vi.resetModules()
  const reloaded = await load()
  expect(reloaded.tokens.get()).toMatchObject(set)
  reloaded.clearTokens()
  vi.resetModules()
  expect((await load()).tokens.get()).toBeUndefined()
})

test('[R-ACC-6] a token is valid only while its expiry is later than now', async () => {
  const { isValid, keepTokens } = await load()
  const kept = keepTokens(testTokens({ iat: seconds, accessSeconds: 300 }))
  vi.setSystemTime(NOW.getTime() + 299_999)
  expect(isValid(kept.accessToken, kept)).toBe(true)
  vi.setSystemTime(NOW.getTime() + 300_000)
  expect(isValid(kept.accessToken, kept)).toBe(false)
})

test.for(['nonsense', '{}', '{"accessToken":"a.b.c","refreshToken":"x","tokenType":"Bearer"}', 'null'])(
  '[R-ACC-6] unreadable stored tokens (%s) are logged as "Invalid token" and deleted',
  async (stored) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    localStorage.setItem('infra.tokens', stored)
    expect((await load()).tokens.get()).toBeUndefined()
    expect(log).toHaveBeenCalledTimes(1)
    expect(log.mock.calls[0]![0]).toBe('Invalid token')
    expect(localStorage.getItem('infra.tokens')).toBeNull()
  },
)

test('[R-ACC-2] authenticated means a valid refresh token whose subject is the wallet’s address', async () => {
  const { isAuthenticatedAs, keepTokens } = await load()
  expect(isAuthenticatedAs('0xabcd000000000000000000000000000000001234')).toBe(false)
  keepTokens(testTokens({ iat: seconds }))
  expect(isAuthenticatedAs('0xabcd000000000000000000000000000000001234')).toBe(true)
  expect(isAuthenticatedAs('0xabcd000000000000000000000000000000009999')).toBe(false)
  expect(isAuthenticatedAs(undefined)).toBe(false)
  vi.setSystemTime(NOW.getTime() + 7 * DAY_MS)
  expect(isAuthenticatedAs('0xabcd000000000000000000000000000000001234')).toBe(false)
})

test.for([-DAY_MS, DAY_MS])(
  '[A47] with a clock that is %d ms off, tokens are valid as long as on the network',
  async (off) => {
    vi.setSystemTime(NOW.getTime() + off)
    const { isValid, keepTokens } = await load()
    const kept = keepTokens(testTokens({ iat: seconds }))
    expect(isValid(kept.accessToken, kept)).toBe(true)
    vi.setSystemTime(NOW.getTime() + off + 300_000)
    expect(isValid(kept.accessToken, kept)).toBe(false)
    expect(isValid(kept.refreshToken, kept)).toBe(true)
  },
)

test('with storage blocked, a user stays signed in until the page closes', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { keepTokens, rereadTokens, tokens } = await load()
  const set = testTokens({ iat: seconds })
  keepTokens(set)
  expect(tokens.get()).toMatchObject(set)
  expect(rereadTokens()).toMatchObject(set)
  expect(log).not.toHaveBeenCalled()
})

test('with storage full, a user is signed in too', async () => {
  const refused = refuseStorage(['setItem'], 'QuotaExceededError')
  const { keepTokens, tokens } = await load()
  keepTokens(testTokens({ iat: seconds }))
  expect(refused).toHaveBeenCalled()
  expect(tokens.get()).toBeDefined()
})

test('[X16] tokens that another tab stores or clears are followed', async () => {
  const { tokens } = await load()
  const elsewhere = JSON.stringify({ ...testTokens({ iat: seconds }), behindMs: 0 })
  localStorage.setItem('infra.tokens', elsewhere)
  dispatchEvent(new StorageEvent('storage', { key: 'infra.tokens', newValue: elsewhere }))
  expect(tokens.get()).toBeDefined()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(tokens.get()).toBeUndefined()
})
