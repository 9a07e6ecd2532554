import type { Assignment } from '@infra/protocol/attempts'
import type { Bell } from '../db/bell.ts'

/** Where nodes wait for a job. A job that arrives calls one node that serves it, not all of them. */
export interface WaitingRoom {
  /** From now on no ring for these apps is missed. */
  enter: (node: WaitingNode) => Seat
  /** One who waits for such a job, for whoever is about to bring one: until he says what became of it, nobody else calls it. */
  reserve: (appId: string) => Reserved | undefined
  /** To the next who has not had it: for one who was called and could not take the job. */
  passOn: (ring: Ring) => void
  count: () => number
  close: () => void
}

export interface WaitingNode {
  id: string
  sessionId: string
  /** Those that it serves and is fit for. */
  apps: readonly string[]
}

export interface Seat {
  /** Resolves when there is or may be a job; with nothing when the time is over, the signal aborts or the room closes. */
  called: (ms: number, signal: AbortSignal) => Promise<Call | undefined>
  /** What it was called for meanwhile, another is called for. */
  leave: () => void
}

/** What one who waits is called for: to look for himself, or to take what is his already. */
export type Call = { ring: Ring } | { job: Assignment }

/** There is a job of this app, it was said. */
export interface Ring {
  /** Empty where it is not known: all who wait look. */
  appId: string
  /** Whoever was called for it. */
  tried: Set<Place>
}

export interface Reserved {
  node: WaitingNode
  /** Whether it was still there to take it. */
  give: (job: Assignment) => boolean
  /** There was nothing for it. */
  free: () => void
}

interface Place {
  node: WaitingNode
  apps: ReadonlySet<string>
  isReserved: boolean
  /** Came while nobody was asking: during a claim, which may have looked before the job was there. */
  kept: Ring | undefined
  wake: ((call: Call | undefined) => void) | undefined
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
    if (place.wake && !place.isReserved) place.wake({ ring })
    else place.kept = ring
  }

  const stops = [
    bell.listen('queued', (appId) => call({ appId, tried: new Set() })),
    bell.listen('back', () => {
      for (const { wake } of places) wake?.({ ring: { appId: '', tried: new Set() } })
    }),
  ]

  return {
    enter: (node) => {
      const place = { node, apps: new Set(node.apps), isReserved: false, kept: undefined, wake: undefined }
      places.add(place)
      return {
        called: (ms, signal) => nextCall(place, { ms: closed ? 0 : ms, signal }),
        leave: () => {
          places.delete(place)
          const ring = takeKept(place)
          if (ring) call(ring)
        },
      }
    },
    reserve: (appId) => reserveIn(places, appId),
    passOn: call,
    count: () => places.size,
    close: () => {
      closed = true
      for (const stop of stops) stop()
      for (const { wake } of places) wake?.(undefined)
    },
  }
}

/** The first who is free, or else one who is looking or being given something right now, and may have looked too early. */
function whomToCall(places: ReadonlySet<Place>, { appId, tried }: Ring): Place | undefined {
  let looking: Place | undefined
  for (const place of places) {
    if (!place.apps.has(appId) || tried.has(place)) continue
    if (place.wake && !place.isReserved) return place
    if (!place.kept) looking ??= place
  }
  return looking
}

function reserveIn(places: ReadonlySet<Place>, appId: string): Reserved | undefined {
  for (const place of places) {
    if (!place.apps.has(appId) || !place.wake || place.isReserved) continue
    place.isReserved = true
    return {
      node: place.node,
      give: (job) => {
        place.isReserved = false
        if (!place.wake) return false
        place.wake({ job })
        return true
      },
      free: () => {
        place.isReserved = false
        const ring = place.wake && takeKept(place)
        if (ring) place.wake!({ ring })
      },
    }
  }
  return undefined
}

function takeKept(place: Place): Ring | undefined {
  const { kept } = place
  place.kept = undefined
  return kept
}

function nextCall(
  place: Place,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<Call | undefined> {
  const ring = takeKept(place)
  if (ring) return Promise.resolve({ ring })
  if (ms <= 0 || signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const wake = (call: Call | undefined) => {
      place.wake = undefined
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(call)
    }
    const onAbort = () => wake(undefined)
    const timer = setTimeout(onAbort, ms)
    signal.addEventListener('abort', onAbort)
    place.wake = wake
  })
}
