import type { Bell } from '../db/bell.ts'

/** Where nodes wait for a job. A job that arrives calls one node that serves it, not all of them. */
export interface WaitingRoom {
  /** From now on no ring for these apps is missed. */
  enter: (apps: readonly string[]) => Seat
  /** To the next who has not had it: for one who was called and could not take the job. */
  passOn: (ring: Ring) => void
  close: () => void
}

export interface Seat {
  /** Resolves when there may be a job; with nothing when the time is over, the signal aborts or the room closes. */
  called: (ms: number, signal: AbortSignal) => Promise<Ring | undefined>
  /** What it was called for meanwhile, another is called for. */
  leave: () => void
}

/** There is a job of this app, it was said. */
export interface Ring {
  /** Empty where it is not known: all who wait look. */
  appId: string
  /** Whoever was called for it. */
  tried: Set<Place>
}

interface Place {
  apps: ReadonlySet<string>
  /** Came while nobody was asking: during a claim, which may have looked before the job was there. */
  kept: Ring | undefined
  wake: ((ring: Ring | undefined) => void) | undefined
}

export function openWaitingRoom(bell: Bell): WaitingRoom {
  // In the order in which they came: a Set keeps it.
  const places = new Set<Place>()
  let closed = false

  function call(ring: Ring): void {
    const place = whomToCall(places, ring)
    // All others have yet to look, and will see this job as well.
    if (!place) return
    ring.tried.add(place)
    if (place.wake) place.wake(ring)
    else place.kept = ring
  }

  const stops = [
    bell.listen('queued', (appId) => call({ appId, tried: new Set() })),
    bell.listen('back', () => {
      for (const { wake } of places) wake?.({ appId: '', tried: new Set() })
    }),
  ]

  return {
    enter: (apps) => {
      const place: Place = { apps: new Set(apps), kept: undefined, wake: undefined }
      places.add(place)
      return {
        called: (ms, signal) => {
          const { kept } = place
          place.kept = undefined
          if (kept || closed || signal.aborted) return Promise.resolve(kept)
          return untilCalled(place, ms, signal)
        },
        leave: () => {
          places.delete(place)
          if (place.kept) call(place.kept)
        },
      }
    },
    passOn: call,
    close: () => {
      closed = true
      for (const stop of stops) stop()
      for (const { wake } of places) wake?.(undefined)
    },
  }
}

/** The first who is free, or else one who is looking right now, and may have looked too early. */
function whomToCall(places: ReadonlySet<Place>, { appId, tried }: Ring): Place | undefined {
  let looking: Place | undefined
  for (const place of places) {
    if (!place.apps.has(appId) || tried.has(place)) continue
    if (place.wake) return place
    if (!place.kept) looking ??= place
  }
  return looking
}

function untilCalled(place: Place, ms: number, signal: AbortSignal): Promise<Ring | undefined> {
  return new Promise((resolve) => {
    const wake = (ring: Ring | undefined) => {
      place.wake = undefined
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(ring)
    }
    const onAbort = () => wake(undefined)
    const timer = setTimeout(onAbort, ms)
    signal.addEventListener('abort', onAbort)
    place.wake = wake
  })
}
