import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWalletLoading } from './wallet-loading.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[R-NAV-7] the wallet counts as loading for the first 1000 ms', () => {
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

test('[R-NAV-7] if a wallet is expected back, the 1000 ms begin once its code is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const loading = startWalletLoading(promise)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(loading.get()).toBe(true)
  resolve()
  await vi.advanceTimersByTimeAsync(999)
  expect(loading.get()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(loading.get()).toBe(false)
})

test('[R-NAV-7] waiting for the wallet’s code ends even if it never arrives', async () => {
  const loading = startWalletLoading(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(10_999)
  expect(loading.get()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(loading.get()).toBe(false)
})
