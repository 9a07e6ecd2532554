/**
 * Passes the first item on right away, and those that follow within `ms` together: however many items come, `pass` is called at most once
 * per `ms`. Duplicates within that time are passed on once.
 */
export function gather<T>(
  ms: number,
  pass: (items: T[]) => void,
): { add: (item: T) => void; close: () => void } {
  const items = new Set<T>()
  let timer: NodeJS.Timeout | undefined

  function passOn(): void {
    timer = undefined
    if (items.size === 0) return
    // Must not keep a process alive that has nothing else to do.
    timer = setTimeout(passOn, ms).unref()
    const passed = [...items]
    items.clear()
    pass(passed)
  }

  return {
    add: (item) => {
      items.add(item)
      if (!timer) passOn()
    },
    close: () => clearTimeout(timer),
  }
}
