import { expect, vi } from 'vitest'
import { eventually } from './eventually.ts'
import type { TestApi } from './start-test-api.ts'

/** Waits until two API servers that were just started receive each other's notifications. */
export async function waitForNotifications(one: TestApi, other: TestApi): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const subject = crypto.randomUUID()
    const received = vi.fn()
    const stop = to.deps.notifications.subscribe('job', (id) => id === subject && received())
    await eventually(() => {
      from.deps.notifications.publish('job', subject)
      expect(received).toHaveBeenCalled()
    })
    stop()
  }
}
