import { vi } from 'vitest'

/** For what happens in another process, or on a machine that others use too: soon, but not this very second. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 })
}
