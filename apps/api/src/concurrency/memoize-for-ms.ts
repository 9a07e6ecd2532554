/** Remembers what `read` returned for `ms` of the given clock, so that many callers at once share one read. Failures aren't remembered. */
export function memoizeForMs<T>(
  ms: number,
  read: () => Promise<T>,
  clock: () => number = () => performance.now(),
): (ageMax?: number) => Promise<T> {
  let cached: { answer: Promise<T>; readAt: number } | undefined
  return (ageMax = ms) => {
    const now = clock()
    if (!cached || now - cached.readAt >= ageMax) {
      const answer = read()
      cached = { answer, readAt: now }
      answer.catch(() => {
        cached = undefined
      })
    }
    return cached.answer
  }
}
