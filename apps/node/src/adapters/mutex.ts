/**
 * Admits one caller at a time, in order. A caller calls the function that it got when it's done; one that is stopped while waiting is
 * skipped.
 */
export function createMutex(): (signal: AbortSignal) => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return async (signal) => {
    signal.throwIfAborted()
    const before = last
    const { promise: done, resolve: release } = Promise.withResolvers<void>()
    last = before.then(() => done)
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      await Promise.race([before, aborted])
      return release
    } catch (error) {
      release()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}
