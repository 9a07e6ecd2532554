import { expect, vi } from 'vitest'
import { eventually } from './eventually.ts'
import type { TestApi } from './start-test-api.ts'

/** Two API processes that have only just started do not hear each other yet. */
export async function waitForNotifications(one: TestApi, other: TestApi): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const subject = crypto.randomUUID()
    const heard = vi.fn()
    const stop = to.deps.notifications.subscribe('job', (id) => id === subject && heard())
    await eventually(() => {
      from.deps.notifications.publish('job', subject)
      expect(heard).toHaveBeenCalled()
    })
    stop()
  }
}
