import type { Job } from '@infra/protocol/jobs'
import { reachability } from '../api/reachability.ts'
import { toast } from '../overlays/toast.ts'
import { createStore } from '../store.ts'

interface Wish {
  jobId: string
  favorite: boolean
}

interface Hearts {
  /** Whose they are: what one account liked is never shown to the next. */
  of: string
  /** What the person wants, by job; it counts from the click on, and is taken back where the network refuses. */
  wanted: ReadonlyMap<string, boolean>
  /** What the network said yes to last, by job: newer than what the page was loaded with. */
  acknowledged: ReadonlyMap<string, boolean>
  /** Not acknowledged yet, in the order of the clicks. */
  waiting: readonly Wish[]
}

const nobody: Hearts = { of: '', wanted: new Map(), acknowledged: new Map(), waiting: [] }
const KEY = 'infra.hearts'

export const hearts = createStore<Hearts>(nobody)

const channel = globalThis.document && globalThis.BroadcastChannel ? new BroadcastChannel(KEY) : undefined

/** Whose hearts are shown and sent from here on; what they clicked offline goes out now. */
export function startHearts(address: string | undefined): void {
  const of = address?.toLowerCase() ?? ''
  if (hearts.get().of === of) return
  const waiting = of ? kept(of) : []
  const wanted = new Map(waiting.map(({ jobId, favorite }) => [jobId, favorite]))
  hearts.set({ of, waiting, wanted, acknowledged: new Map() })
  void sendWaiting()
}

/** How a heart looks now: as the job says, save where the person has said otherwise since. */
export function heartOf(
  { id, favorite, favorites }: Pick<Job, 'id' | 'favorite' | 'favorites'>,
  { wanted }: Hearts,
): { favorite: boolean; favorites: number } {
  const wish = wanted.get(id)
  if (wish === undefined || wish === favorite) return { favorite, favorites }
  return { favorite: wish, favorites: Math.max(0, favorites + (wish ? 1 : -1)) }
}

export function setHeart(jobId: string, favorite: boolean): void {
  want(jobId, favorite)
  keep([...hearts.get().waiting, { jobId, favorite }])
  void sendWaiting()
}

let sending = false

/** One after the other, so that the last click is the last word. */
async function sendWaiting(): Promise<void> {
  if (sending) return
  sending = true
  const { of } = hearts.get()
  try {
    for (let wish = hearts.get().waiting[0]; wish && hearts.get().of === of; wish = hearts.get().waiting[0]) {
      const outcome = await send(wish)
      if (hearts.get().of !== of) return
      if (outcome === 'unanswered') return sendWhenBack()
      keep(hearts.get().waiting.slice(1))
      if (outcome === 'refused') takeBack(wish)
      else {
        acknowledge(wish)
        channel?.postMessage({ of, ...wish })
      }
    }
  } finally {
    sending = false
    // Someone else may have come while the last answer was on its way.
    if (hearts.get().of !== of) void sendWaiting()
  }
}

async function send({ jobId, favorite }: Wish): Promise<'done' | 'refused' | 'unanswered'> {
  // Not before someone likes something: it is not part of the first load.
  const { sendHeart } = await import('./send-heart.ts')
  return sendHeart(jobId, favorite)
}

function acknowledge({ jobId, favorite }: Wish): void {
  const acknowledged = new Map(hearts.get().acknowledged).set(jobId, favorite)
  hearts.set({ ...hearts.get(), acknowledged })
}

/** Back to what the network said last, or to what the job itself says. */
function takeBack({ jobId }: Wish): void {
  const { wanted, waiting, acknowledged } = hearts.get()
  if (waiting.some((wish) => wish.jobId === jobId)) return
  const left = new Map(wanted)
  const last = acknowledged.get(jobId)
  if (last === undefined) left.delete(jobId)
  else left.set(jobId, last)
  hearts.set({ ...hearts.get(), wanted: left })
}

let comesBack: (() => void) | undefined

function sendWhenBack(): void {
  if (comesBack) return
  toast('notice', 'The network is away. Your hearts are kept and sent when it is back.')
  const retry = () => {
    clearInterval(timer)
    comesBack?.()
    comesBack = undefined
    void sendWaiting()
  }
  // The shell asks the network while it is away; should it not notice, we try by ourselves.
  const timer = setInterval(retry, 10_000)
  comesBack = reachability.subscribe(() => reachability.get() === 'reachable' && retry())
}

function want(jobId: string, favorite: boolean): void {
  hearts.set({ ...hearts.get(), wanted: new Map(hearts.get().wanted).set(jobId, favorite) })
}

function keep(waiting: readonly Wish[]): void {
  hearts.set({ ...hearts.get(), waiting })
  try {
    if (waiting.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ of: hearts.get().of, waiting }))
  } catch {
    // Blocked or full: kept as long as the page is.
  }
}

function kept(of: string): Wish[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (found?.of !== of) return []
    return found.waiting.filter(
      (wish: Partial<Wish>) => typeof wish.jobId === 'string' && typeof wish.favorite === 'boolean',
    )
  } catch {
    // Unreadable is as good as nothing.
    return []
  }
}

// Another tab of the same person: the two agree as soon as the network has.
channel?.addEventListener('message', ({ data }: MessageEvent<Wish & { of: string }>) => {
  if (data.of !== hearts.get().of) return
  acknowledge(data)
  want(data.jobId, data.favorite)
})
