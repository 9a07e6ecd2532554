/**
 * Remembers what `read` returned for `ms` by the given clock, so that many callers at once share one read. Failures are not
 * remembered.
 */
export function memoizeForMs<T>(
  ms: number,
  read: () => Promise<T>,
  clock: () => number = () => performance.now(),
): (ageMax?: number) => Promise<T> {
  let kept: { answer: Promise<T>; readAt: number } | undefined
  return (ageMax = ms) => {
    const now = clock()
    if (!kept || now - kept.readAt >= ageMax) {
      const answer = read()
      kept = { answer, readAt: now }
      answer.catch(() => {
        kept = undefined
      })
    }
    return kept.answer
  }
}
