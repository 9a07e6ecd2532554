import { vi } from 'vitest'

/** Waits until the check passes, for what happens in another process or on a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 })
}
