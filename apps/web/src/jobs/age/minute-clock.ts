import { createStore } from '../../store/store.ts'

const TICK_MS = 30_000

/** One timer for all ages on the page, which only runs while there are any. */
export const minuteClock = createTicking()

function createTicking() {
  const ticks = createStore(0)
  let watchers = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    get: ticks.get,
    subscribe: (listener: () => void) => {
      const unsubscribe = ticks.subscribe(listener)
      if (watchers++ === 0) timer = setInterval(() => ticks.set(ticks.get() + 1), TICK_MS)
      return () => {
        unsubscribe()
        if (--watchers === 0) clearInterval(timer)
      }
    },
  }
}
