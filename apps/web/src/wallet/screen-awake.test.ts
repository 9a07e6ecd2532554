import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScreenAwake } from './screen-awake.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const OLD_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) AppleWebKit/605.1.15 Version/15.6 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/15.6 Safari/605.1.15'

/** The parts of a browser that `createScreenAwake` uses. */
function browserOf(navigator: { userAgent?: string; maxTouchPoints?: number; wakeLock?: unknown }) {
  const page = Object.assign(new EventTarget(), { hidden: false, visibilityState: 'visible' })
  const visits: string[] = []
  const location = {
    get href() {
      return 'https://infra.example/feed?app=echo#top'
    },
    set href(address: string) {
      visits.push(address)
    },
  }
  const stop = vi.fn()
  const browser = {
    navigator: { userAgent: '', maxTouchPoints: 0, ...navigator },
    document: page,
    location,
    stop,
  }
  return { browser: browser as unknown as Window, page, visits, stop }
}

function wakeLockOf() {
  const locks: { released: boolean; release(): Promise<void> }[] = []
  const request = vi.fn(async () => {
    const lock = {
      released: false,
      async release() {
        lock.released = true
      },
    }
    locks.push(lock)
    return lock
  })
  return { wakeLock: { request }, held: () => locks.filter((lock) => !lock.released).length, locks, request }
}

test('[R-WAL-12] on older iOS the page starts to reload every 15 s while on, and stops the reload at once', () => {
  const { browser, visits, stop } = browserOf({ userAgent: OLD_IPHONE })
  const awake = createScreenAwake(browser)

  vi.advanceTimersByTime(60_000)
  expect(visits).toEqual([])
  awake.turnOn()
  awake.turnOn()
  vi.advanceTimersByTime(14_999)
  expect(visits).toEqual([])
  vi.advanceTimersByTime(1)
  expect(visits).toEqual(['https://infra.example/feed?app=echo'])
  expect(stop).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(stop).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(15_000)
  expect(visits).toHaveLength(2)

  awake.turnOff()
  vi.advanceTimersByTime(60_000)
  expect(visits).toHaveLength(2)
})

test('[R-WAL-12] a hidden page is not reloaded', () => {
  const { browser, page, visits } = browserOf({ userAgent: OLD_IPHONE })
  createScreenAwake(browser).turnOn()
  page.hidden = true
  vi.advanceTimersByTime(60_000)
  expect(visits).toEqual([])
})

test.each([
  ['an iPad that says it is a Mac', 'reloads', { userAgent: MAC, maxTouchPoints: 5 }],
  ['a Mac', 'stays', { userAgent: MAC, maxTouchPoints: 0 }],
  ['an old Android', 'stays', { userAgent: 'Mozilla/5.0 (Linux; Android 7.0)', maxTouchPoints: 5 }],
  ['a new iPhone', 'stays', { userAgent: OLD_IPHONE, wakeLock: wakeLockOf().wakeLock }],
])('[R-WAL-12] %s %s', (_name, does, navigator) => {
  const { browser, visits } = browserOf(navigator)
  createScreenAwake(browser).turnOn()
  vi.advanceTimersByTime(15_000)
  expect(visits.length > 0 ? 'reloads' : 'stays').toBe(does)
})

test('[R-WAL-12] a wake lock is held while on, and requested again when the page is visible again', async () => {
  const { wakeLock, held, locks } = wakeLockOf()
  const { browser, page } = browserOf({ wakeLock })
  const awake = createScreenAwake(browser)

  awake.turnOn()
  await vi.advanceTimersByTimeAsync(0)
  expect(held()).toBe(1)
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(held()).toBe(1)

  await locks[0]!.release()
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(held()).toBe(0)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(held()).toBe(1)

  awake.turnOff()
  await vi.advanceTimersByTimeAsync(0)
  expect(held()).toBe(0)
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(held()).toBe(0)
})

test('[R-WAL-12] a wake lock that arrives after turning off is released', async () => {
  const { wakeLock, held, locks } = wakeLockOf()
  const awake = createScreenAwake(browserOf({ wakeLock }).browser)
  awake.turnOn()
  awake.turnOff()
  await vi.advanceTimersByTimeAsync(0)
  expect(locks).toHaveLength(1)
  expect(held()).toBe(0)
})

test('[R-WAL-12] a refused wake lock is no error', async () => {
  const request = vi.fn(async () => Promise.reject(new DOMException('Low battery', 'NotAllowedError')))
  const awake = createScreenAwake(browserOf({ wakeLock: { request } }).browser)
  awake.turnOn()
  await vi.advanceTimersByTimeAsync(0)
  awake.turnOff()
  expect(request).toHaveBeenCalledTimes(1)
})
