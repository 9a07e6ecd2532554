import { vi } from 'vitest'

type Method = 'getItem' | 'setItem' | 'removeItem'

/**
 * Replaces the storage of this page by one whose `methods` throw, as where storage is blocked or full. Undone by `vi.unstubAllGlobals()`.
 * Spies on the prototype don't work: the environment keeps each method that was used before.
 */
export function refuseStorage(methods: readonly Method[], name: 'SecurityError' | 'QuotaExceededError') {
  const real = localStorage
  const refuse = vi.fn(() => {
    throw new DOMException('No.', name)
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => real.getItem(key),
    setItem: (key: string, value: string) => real.setItem(key, value),
    removeItem: (key: string) => real.removeItem(key),
    ...Object.fromEntries(methods.map((method) => [method, refuse])),
  })
  return refuse
}
