import { arrivedAt } from '../arrival.ts'
import { serverNow } from '../server-time.ts'
import { createStore } from '../store.ts'
import { useIsArriving } from '../ui/use-is-arriving.ts'
import { useStore } from '../use-store.ts'
import { ageWords } from './age-words.ts'

const TICK_MS = 30_000

/** One clock for every age on the page, running only while there is one. */
const minute = createTicking()

/** How long ago something happened, by the network's clock. */
export function Age({ at, className = '' }: { at: Date; className?: string }) {
  useStore(minute)
  const arriving = useIsArriving()
  return (
    <time
      dateTime={at.toISOString()}
      className={className}
      // Only where it is asked for: a page full of ages would take long to write them all.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = at.toLocaleString()
      }}
    >
      {ageWords((arriving ? arrivedAt() : serverNow()) - at.getTime())}
    </time>
  )
}

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
