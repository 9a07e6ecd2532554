import type { Job, JobEvent } from '@infra/protocol/jobs'
import type { FIRST_RESULTS } from '@infra/protocol/pages/bootstrap'
import { createStore, type Store } from '../store.ts'
import type { ArrivedPage, FeedPage, FeedQuery } from './read-feed.ts'

export interface FeedState {
  jobs: readonly Job[]
  /** Came in since, and wait above the others until they are asked for: nothing moves under a reader's eyes. */
  fresh: readonly Job[]
  /** More came in than is kept: between `fresh` and `jobs` some are missing, so the feed is read anew to show them. */
  hasGap: boolean
  /** `ended`: there is nothing older. */
  phase: 'loading' | 'ready' | 'failed' | 'ended'
  next: string | undefined
}

export interface Feed {
  state: Pick<Store<FeedState>, 'get' | 'subscribe'>
  /** What a screen does that shows it: the first page, or whatever came in since it was shown last. */
  open: () => Promise<void>
  /** The next page; one at a time. */
  more: () => Promise<void>
  /** From the top, keeping what is shown until the answer is there. */
  refresh: () => Promise<void>
  /** Asks whether something came in since. */
  lookForNew: () => Promise<void>
  arrive: (job: JobEvent) => void
  showFresh: () => void
  /** It was deleted, or is no longer shown to everyone. */
  remove: (id: string) => void
}

/** What is seen at once, and then by larger steps. */
const FIRST_PAGE: typeof FIRST_RESULTS = 10
const NEXT_PAGE = 50
/** More than the first page: so many may have come in while nobody looked. */
const LOOK_PAGE = 25

/** More than this nobody counts: whoever has been away that long reads the feed anew. */
const FRESH_MAX = 99

interface FeedSource {
  read: (query: FeedQuery) => Promise<FeedPage>
  /** The first page, where it is there already. */
  arrived?: (query: FeedQuery) => ArrivedPage | undefined
}

export function createFeed(appId: string | undefined, { read, arrived }: FeedSource): Feed {
  const first = arrived?.({ appId, limit: FIRST_PAGE })
  const state = createStore<FeedState>({
    jobs: first?.items ?? [],
    fresh: [],
    hasGap: false,
    phase: first && first.next === undefined ? 'ended' : 'ready',
    next: first?.next,
  })
  let unopened = first
  const change = (part: Partial<FeedState>) => state.set({ ...state.get(), ...part })
  /** Rises when the list starts anew: a page of the old one that comes late has no place in it. */
  let edition = 0

  async function load(query: FeedQuery, take: (page: FeedPage) => Partial<FeedState>): Promise<void> {
    const mine = edition
    change({ phase: 'loading' })
    try {
      const page = await read(query)
      if (mine !== edition) return
      change({ ...take(page), next: page.next, phase: page.next === undefined ? 'ended' : 'ready' })
    } catch {
      // The screen says so and offers to try again; the shell has noticed if the network is away.
      if (mine === edition) change({ phase: 'failed' })
    }
  }

  function add(found: readonly Job[]): void {
    change(withFresh(state.get(), appId ? found.filter(({ app }) => app.id === appId) : found))
  }

  async function more(): Promise<void> {
    const { phase, next, jobs } = state.get()
    if (phase === 'loading' || phase === 'ended') return
    const limit = jobs.length === 0 ? FIRST_PAGE : NEXT_PAGE
    await load({ appId, before: next, limit }, ({ items }) => ({ jobs: without(items, state.get().jobs) }))
  }

  async function startAnew(take: typeof replaced): Promise<void> {
    edition++
    await load({ appId, limit: FIRST_PAGE }, ({ items }) => take(items, state.get().jobs))
  }

  async function lookForNew(): Promise<void> {
    if (state.get().phase === 'loading' || state.get().phase === 'failed') return
    // The edge: whoever asks does so again in a moment.
    const page = await read({ appId, limit: LOOK_PAGE }).catch(() => undefined)
    if (!page) return
    const { jobs, fresh, hasGap } = state.get()
    change({ hasGap: hasGap || isApart(page, [...fresh, ...jobs]) })
    add(before(jobs, page.items))
  }

  return {
    state,
    open: () => {
      const { jobs, phase } = state.get()
      const justHere = unopened
      unopened = undefined
      if (justHere?.isCurrent) return Promise.resolve()
      if (justHere) return startAnew(justHere.lacksHearts ? renewed : replaced)
      return jobs.length === 0 && phase !== 'ended' ? more() : lookForNew()
    },
    more,
    refresh: () => startAnew(replaced),
    lookForNew,
    arrive: (job) => add([{ ...job, favorite: false }]),
    showFresh: () => {
      const { jobs, fresh, hasGap } = state.get()
      if (hasGap) void startAnew(replaced)
      else change({ jobs: [...fresh, ...jobs], fresh: [] })
    },
    remove: (id) => {
      const { jobs, fresh } = state.get()
      const keep = (job: Job) => job.id !== id
      change({ jobs: jobs.filter(keep), fresh: fresh.filter(keep) })
    },
  }
}

type Taken = Pick<FeedState, 'jobs' | 'fresh' | 'hasGap'>

function replaced(items: readonly Job[], _shown: readonly Job[]): Taken {
  return { jobs: items, fresh: [], hasGap: false }
}

/** The same once more, with the hearts. What came in meanwhile waits above, as ever. */
function renewed(items: readonly Job[], shown: readonly Job[]): Taken {
  const known = new Set(shown.map(({ id }) => id))
  const isKnown = ({ id }: Job) => known.has(id) || known.size === 0
  return { jobs: items.filter(isKnown), fresh: items.filter((job) => !isKnown(job)), hasGap: false }
}

/** What is new of it waits above the others; the first results of an empty feed are shown at once. */
function withFresh({ jobs, fresh, hasGap }: FeedState, found: readonly Job[]): Partial<FeedState> {
  const known = new Set([...jobs, ...fresh].map(({ id }) => id))
  const unknown = found.filter(({ id }) => !known.has(id))
  if (unknown.length === 0) return {}
  if (jobs.length === 0) return { jobs: unknown }
  const all = [...unknown, ...fresh]
  return { fresh: all.slice(0, FRESH_MAX), hasGap: hasGap || all.length > FRESH_MAX }
}

/** Whether a page from the top reaches nothing that is known: then what lies between was not read. */
function isApart({ items, next }: FeedPage, known: readonly Job[]): boolean {
  const ids = new Set(known.map(({ id }) => id))
  return ids.size > 0 && next !== undefined && !items.some(({ id }) => ids.has(id))
}

/** Those that stand above what is shown: what is below it is not new, only not read yet. */
function before(shown: readonly Job[], items: readonly Job[]): readonly Job[] {
  const known = new Set(shown.map(({ id }) => id))
  const lastKnown = items.findLastIndex(({ id }) => known.has(id))
  return lastKnown < 0 ? items : items.slice(0, lastKnown)
}

/** A page after the others, without what they have already: what came in at the top may have pushed it down. */
function without(items: readonly Job[], jobs: readonly Job[]): Job[] {
  const known = new Set(jobs.map(({ id }) => id))
  return [...jobs, ...items.filter(({ id }) => !known.has(id))]
}
