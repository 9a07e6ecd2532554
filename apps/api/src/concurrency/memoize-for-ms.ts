/**
 * The answer of `read`, kept for a moment by the clock that is given: however many ask at once, it is read once. What failed is
 * not kept.
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
