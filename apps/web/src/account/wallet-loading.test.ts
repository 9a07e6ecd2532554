import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWalletLoading } from './wallet-loading.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[R-NAV-7] the wallet is loading at first, and no longer after 1000 ms', () => {
  const loading = startWalletLoading()
  const changed = vi.fn()
  loading.subscribe(changed)

  expect(loading.get()).toBe(true)
  vi.advanceTimersByTime(999)
  expect(loading.get()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(loading.get()).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(loading.get()).toBe(false)
  expect(changed).toHaveBeenCalledTimes(1)
})
