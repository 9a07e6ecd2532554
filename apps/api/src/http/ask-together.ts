/**
 * One question for many: whoever asks while one is under way is asked for in the next, together with all who came
 * meanwhile. Alone, one is asked for at once.
 */
export function askTogether<T>(
  ask: (ids: string[]) => Promise<Map<string, T>>,
): (id: string) => Promise<T | undefined> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: { ids: Set<string>; answers: Promise<Map<string, T>> } | undefined

  function gather() {
    const ids = new Set<string>()
    const answers = underWay.then(() => {
      next = undefined
      return ask([...ids])
    })
    // Who asked is told; who comes next tries again.
    underWay = answers.catch(() => {})
    return { ids, answers }
  }

  return async (id) => {
    next ??= gather()
    next.ids.add(id)
    return (await next.answers).get(id)
  }
}
