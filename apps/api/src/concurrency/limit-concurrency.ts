interface Patience {
  ms: number
  signal: AbortSignal
}

/**
 * In this process, `max` pieces of work at once; others wait in the order in which they came. Returns undefined where the turn did not
 * come in time, or the signal aborted first.
 */
export function limitConcurrency(max: number) {
  const waiting = new Set<() => void>()
  let free = max

  function next(): void {
    const [first] = waiting
    if (first) first()
    else free++
  }

  return async <T>(patience: Patience, work: () => Promise<T>): Promise<T | undefined> => {
    if (free > 0) free--
    else if (!(await turnComes(waiting, patience))) return undefined
    try {
      return await work()
    } finally {
      next()
    }
  }
}

function turnComes(waiting: Set<() => void>, { ms, signal }: Patience): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (hasCome: boolean) => {
      waiting.delete(come)
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      resolve(hasCome)
    }
    const come = () => settle(true)
    const leave = () => settle(false)
    const timer = setTimeout(leave, ms)
    signal.addEventListener('abort', leave)
    waiting.add(come)
    if (signal.aborted) leave()
  })
}
