/**
 * Passes the first item on at once, and those that follow within `ms` together: whatever comes in, `pass` is called once per `ms` at most.
 * What is given twice in that time is passed on once.
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
    // It must not keep a process alive that has nothing else to do.
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
