interface Timeout {
  ms: number
  signal: AbortSignal
}

/**
 * Within this process, runs at most `max` pieces of work at once; others wait in order of arrival. Returns undefined if the turn didn't
 * come in time or the signal aborted first.
 */
export function limitConcurrency(max: number) {
  const waiting = new Set<() => void>()
  let free = max

  function next(): void {
    const [first] = waiting
    if (first) first()
    else free++
  }

  return async <T>(timeout: Timeout, work: () => Promise<T>): Promise<T | undefined> => {
    if (free > 0) free--
    else if (!(await waitForTurn(waiting, timeout))) return undefined
    try {
      return await work()
    } finally {
      next()
    }
  }
}

function waitForTurn(waiting: Set<() => void>, { ms, signal }: Timeout): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTurn: boolean) => {
      waiting.delete(start)
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      resolve(isTurn)
    }
    const start = () => settle(true)
    const giveUp = () => settle(false)
    const timer = setTimeout(giveUp, ms)
    signal.addEventListener('abort', giveUp)
    waiting.add(start)
    if (signal.aborted) giveUp()
  })
}
