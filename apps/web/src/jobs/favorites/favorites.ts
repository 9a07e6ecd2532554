import type { Job } from '@infra/protocol/jobs'
import { reachability } from '../../api/reachability.ts'
import { toast } from '../../overlays/toast.ts'
import { createStore } from '../../store/store.ts'

/** One press of the button. */
interface Change {
  jobId: string
  favorite: boolean
}

interface Favorites {
  /** The account that they belong to, so that one account's favorites are never shown to the next. */
  owner: string
  /** What the person wants, by job; shown as soon as they press, and rolled back if the network refuses. */
  wanted: ReadonlyMap<string, boolean>
  /** What the network last acknowledged, by job; newer than what the page was loaded with. */
  acknowledged: ReadonlyMap<string, boolean>
  /** Not acknowledged yet, in the order of the presses. */
  unsent: readonly Change[]
}

const nobodys: Favorites = { owner: '', wanted: new Map(), acknowledged: new Map(), unsent: [] }
const KEY = 'infra.favorites'

/**
 * What the person changed on this page, on top of what the jobs themselves say. Not in the query cache, because every card has the button
 * and the first screens are loaded without that library (decision 37).
 */
export const favorites = createStore<Favorites>(nobodys)

const update = (part: Partial<Favorites>) => favorites.set({ ...favorites.get(), ...part })

const channel = globalThis.document && globalThis.BroadcastChannel ? new BroadcastChannel(KEY) : undefined

/** Sets whose favorites are shown and sent from now on. What they pressed while offline is sent now. */
export function startFavorites(address: string | undefined): void {
  const owner = address?.toLowerCase() ?? ''
  if (favorites.get().owner === owner) return
  const unsent = owner ? readStored(owner) : []
  const wanted = new Map(unsent.map(({ jobId, favorite }) => [jobId, favorite]))
  favorites.set({ owner, unsent, wanted, acknowledged: new Map() })
  void sendUnsent()
}

/** A job's button now: as the job says, unless the person has changed it since. */
export function favoriteOf(
  { id, favorite, favorites: count }: Pick<Job, 'id' | 'favorite' | 'favorites'>,
  { wanted }: Favorites,
): { favorite: boolean; favorites: number } {
  const isFavorite = wanted.get(id)
  if (isFavorite === undefined || isFavorite === favorite) return { favorite, favorites: count }
  return { favorite: isFavorite, favorites: Math.max(0, count + (isFavorite ? 1 : -1)) }
}

export function setFavorite(jobId: string, favorite: boolean): void {
  want({ jobId, favorite })
  setUnsent([...favorites.get().unsent, { jobId, favorite }])
  void sendUnsent()
}

let sending = false

/** One after the other, so that the last press wins. */
async function sendUnsent(): Promise<void> {
  if (sending) return
  sending = true
  const { owner } = favorites.get()
  const isTheirs = () => favorites.get().owner === owner
  try {
    for (let next = favorites.get().unsent[0]; next && isTheirs(); next = favorites.get().unsent[0]) {
      const outcome = await send(next)
      if (!isTheirs()) return
      if (outcome === 'unanswered') return sendWhenBack()
      setUnsent(favorites.get().unsent.slice(1))
      if (outcome === 'refused') rollBack(next)
      else {
        acknowledge(next)
        channel?.postMessage({ owner, ...next })
      }
    }
  } finally {
    sending = false
    // Another account may have signed in while the last response was in transit.
    if (!isTheirs()) void sendUnsent()
  }
}

async function send({ jobId, favorite }: Change): Promise<'done' | 'refused' | 'unanswered'> {
  // Only once somebody presses the button, so it isn't part of the first load.
  const { sendFavorite } = await import('./send-favorite.ts')
  return sendFavorite(jobId, favorite)
}

function acknowledge({ jobId, favorite }: Change): void {
  update({ acknowledged: new Map(favorites.get().acknowledged).set(jobId, favorite) })
}

/** Back to what the network last acknowledged, or to what the job itself says. */
function rollBack({ jobId }: Change): void {
  const { wanted, unsent, acknowledged } = favorites.get()
  if (unsent.some((change) => change.jobId === jobId)) return
  const left = new Map(wanted)
  const last = acknowledged.get(jobId)
  if (last === undefined) left.delete(jobId)
  else left.set(jobId, last)
  update({ wanted: left })
}

let stopWaiting: (() => void) | undefined

function sendWhenBack(): void {
  if (stopWaiting) return
  toast('notice', 'Infra isn’t responding. Your favourites will be saved when it’s back.')
  const retry = () => {
    clearInterval(timer)
    stopWaiting?.()
    stopWaiting = undefined
    void sendUnsent()
  }
  // The shell polls the network while it's unavailable; in case it doesn't notice, we retry ourselves.
  const timer = setInterval(retry, 10_000)
  stopWaiting = reachability.subscribe(() => reachability.get() === 'reachable' && retry())
}

function want({ jobId, favorite }: Change): void {
  update({ wanted: new Map(favorites.get().wanted).set(jobId, favorite) })
}

function setUnsent(unsent: readonly Change[]): void {
  update({ unsent })
  try {
    if (unsent.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ owner: favorites.get().owner, unsent }))
  } catch {
    // Storage is blocked or full, so they last as long as the page.
  }
}

function readStored(owner: string): Change[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (found?.owner !== owner) return []
    return found.unsent.filter(
      (change: Partial<Change>) => typeof change.jobId === 'string' && typeof change.favorite === 'boolean',
    )
  } catch {
    // What can't be read is ignored.
    return []
  }
}

// Another tab of the same person: the two agree as soon as the network has acknowledged it.
channel?.addEventListener('message', ({ data }: MessageEvent<Change & { owner: string }>) => {
  if (data.owner !== favorites.get().owner) return
  acknowledge(data)
  want(data)
})
