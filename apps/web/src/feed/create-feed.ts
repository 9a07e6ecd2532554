import type { FinishedEvent, Job } from '@infra/protocol/jobs'
import type { FIRST_RESULTS } from '@infra/protocol/pages/bootstrap'
import type { PAGE_LIMIT } from '@infra/protocol/values/page'
import { createStore, type Store } from '../store/store.ts'
import type { FeedPage, FeedQuery, InitialPage } from './read-feed.ts'

export interface FeedState {
  jobs: readonly Job[]
  /**
   * Results that finished since then, held back above the others until the user asks for them, so that nothing moves while somebody reads.
   */
  fresh: readonly Job[]
  /** The ids of finished results from live events, newest first. They're loaded on request. */
  announced: readonly string[]
  /** More results finished than were loaded or held back: some are missing above `jobs`, so showing them loads from the top. */
  hasGap: boolean
  /** `ended`: there's nothing older. */
  phase: 'loading' | 'ready' | 'failed' | 'ended'
  next: string | undefined
}

export interface Feed {
  /** Not ordered newest first, so results that finish later don't go to its top. */
  isRanked: boolean
  state: Pick<Store<FeedState>, 'get' | 'subscribe'>
  /** For a screen that shows it: loads the first page, or what finished since the feed was last shown. */
  open: () => Promise<void>
  /** Loads the next page; one at a time. */
  more: () => Promise<void>
  /** Loads from the top, and shows the existing results until then. */
  refresh: () => Promise<void>
  /** Loads what has finished since. */
  fetchNew: () => Promise<void>
  /** A live event reports a finished result. */
  announce: (event: FinishedEvent) => void
  /** Shows what has finished since. */
  showNew: () => Promise<void>
  /** It was deleted, or is no longer public. */
  remove: (id: string) => void
}

/** As many as are part of the document, which is kept small so that it shows soon. */
const DOCUMENT_PAGE: typeof FIRST_RESULTS = 10
/** Everything after that is loaded in pages of the usual size. */
const PAGE: typeof PAGE_LIMIT = 25

/** How many are held back at most. For somebody who was away longer, the feed is loaded from the top. */
const FRESH_MAX = 99

/** The first result of an empty feed is announced at once to everyone who has it open; they load it spread over this time. */
const SPREAD_MS = 2_000

interface FeedSource {
  read: (query: FeedQuery) => Promise<FeedPage>
  /** The first page, if it's part of the document. */
  initial?: (query: FeedQuery) => InitialPage | undefined
  isRanked?: boolean
}

/**
 * Everyone's results, newest first, page by page. Doesn't use the query library, which is too large for the feed's first load (decision
 * 37).
 */
export function createFeed(appId: string | undefined, { read, initial, isRanked = false }: FeedSource): Feed {
  const first = initial?.({ appId, limit: DOCUMENT_PAGE })
  const state = createStore(beginningWith(first))
  let unopened = first
  const change = (part: Partial<FeedState>) => state.set({ ...state.get(), ...part })
  /** Increases when the list starts over from the top, so that a page of the previous list isn't added to this one. */
  let edition = 0

  async function load(query: FeedQuery, take: (page: FeedPage) => Partial<FeedState>): Promise<void> {
    const mine = edition
    change({ phase: 'loading' })
    try {
      const page = await read(query)
      if (mine !== edition) return
      change({ ...take(page), next: page.next, phase: page.next === undefined ? 'ended' : 'ready' })
    } catch {
      // The screen says so and offers to try again; the shell has noticed if the network is unavailable.
      if (mine === edition) change({ phase: 'failed' })
    }
  }

  async function more(): Promise<void> {
    const { phase, next } = state.get()
    // What came with the document and isn't current is about to be read again: a page after it would be dropped.
    if (phase === 'loading' || phase === 'ended' || unopened?.isCurrent === false) return
    await load({ appId, before: next, limit: PAGE }, ({ items }) => ({
      jobs: appended(state.get().jobs, items),
    }))
  }

  async function restart(take: typeof replaced, limit: number = PAGE): Promise<void> {
    edition++
    const { announced } = state.get()
    await load({ appId, limit }, ({ items }) => ({
      ...take(items, state.get().jobs),
      announced: announcedSince(announced, state.get(), items),
    }))
  }

  async function fetchNew(): Promise<void> {
    const mine = edition
    const { phase, jobs, fresh, announced } = state.get()
    if (isRanked || phase === 'loading' || phase === 'failed') return
    // A failure isn't worth a message, because the feed looks again in a moment. Only one page: everyone looks after a restart of the
    // network, and only the first page is cached.
    const page = await read({ appId, limit: PAGE }).catch(() => undefined)
    if (!page || mine !== edition) return
    change({
      hasGap: state.get().hasGap || !reaches(page, [...fresh, ...jobs]),
      announced: announcedSince(announced, state.get(), page.items),
    })
    change(withFresh(state.get(), above(state.get().jobs, page.items)))
  }

  const scheduleFetch = atSomeTimeWithin(SPREAD_MS, () => void fetchNew())

  return {
    isRanked,
    state,
    open: () => {
      const { jobs, phase } = state.get()
      const page = unopened
      unopened = undefined
      if (page?.isCurrent) return Promise.resolve()
      if (page?.lacksFavorites) return restart(renewed, DOCUMENT_PAGE)
      if (page) return restart(replaced)
      return jobs.length === 0 && phase !== 'ended' ? more() : fetchNew()
    },
    more,
    refresh: () => restart(replaced),
    fetchNew,
    announce: ({ id, appId: madeWith }) => {
      if (appId && madeWith !== appId) return
      if (state.get().jobs.length === 0) scheduleFetch()
      else change(withAnnounced(state.get(), id))
    },
    showNew: async () => {
      const { jobs, fresh, announced, hasGap } = state.get()
      if (hasGap || announced.length > 0) await restart(replaced)
      else change({ jobs: [...fresh, ...jobs], fresh: [] })
    },
    remove: (id) => change(without(state.get(), id)),
  }
}

function beginningWith(page: InitialPage | undefined): FeedState {
  return {
    jobs: page?.items ?? [],
    fresh: [],
    announced: [],
    hasGap: false,
    phase: page && page.next === undefined ? 'ended' : 'ready',
    next: page?.next,
  }
}

/**
 * Calls back once after a random time, however often it's called meanwhile, so that clients that are notified together don't all request at
 * once.
 */
function atSomeTimeWithin(ms: number, call: () => void): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      call()
    }, Math.random() * ms)
  }
}

/** How many results aren't shown yet, such as `3` or `25+`; undefined if there are none. */
export function countNew({ fresh, announced, hasGap }: FeedState): string | undefined {
  const count = fresh.length + announced.length
  if (count === 0) return undefined
  return hasGap || count > FRESH_MAX ? `${Math.min(count, FRESH_MAX)}+` : String(count)
}

function withAnnounced({ jobs, fresh, announced }: FeedState, id: string): Partial<FeedState> {
  if (announced.includes(id) || isAmong([...jobs, ...fresh])({ id })) return {}
  // One more than are counted, to know that there are more.
  return { announced: [id, ...announced].slice(0, FRESH_MAX + 1) }
}

function without({ jobs, fresh, announced }: FeedState, id: string): Partial<FeedState> {
  const isLeft = (job: Job) => job.id !== id
  return {
    jobs: jobs.filter(isLeft),
    fresh: fresh.filter(isLeft),
    announced: announced.filter((other) => other !== id),
  }
}

/** What was announced while the feed was loading and isn't in what was loaded. Earlier announcements are in it, or further down. */
function announcedSince(
  before: readonly string[],
  { announced }: FeedState,
  items: readonly Job[],
): readonly string[] {
  const isRead = isAmong(items)
  return announced.filter((id) => !before.includes(id) && !isRead({ id }))
}

/** Whether nothing can be missing between a page from the top and the known results. */
function reaches({ items, next }: FeedPage, known: readonly Job[]): boolean {
  return known.length === 0 || next === undefined || items.some(isAmong(known))
}

type Taken = Pick<FeedState, 'jobs' | 'fresh' | 'hasGap'>

function replaced(items: readonly Job[], _shown: readonly Job[]): Taken {
  return { jobs: items, fresh: [], hasGap: false }
}

/** The same results again, with the reader's favorites. What finished since then is held back, as always. */
function renewed(items: readonly Job[], shown: readonly Job[]): Taken {
  const isShown = shown.length === 0 ? () => true : isAmong(shown)
  return { jobs: items.filter(isShown), fresh: items.filter((job) => !isShown(job)), hasGap: false }
}

/** New results are held back above the others; the first results of an empty feed are shown right away. */
function withFresh({ jobs, fresh, hasGap }: FeedState, found: readonly Job[]): Partial<FeedState> {
  const isKnown = isAmong([...jobs, ...fresh])
  const unknown = found.filter((job) => !isKnown(job))
  if (unknown.length === 0) return {}
  if (jobs.length === 0) return { jobs: unknown }
  const all = [...unknown, ...fresh]
  return { fresh: all.slice(0, FRESH_MAX), hasGap: hasGap || all.length > FRESH_MAX }
}

/** Only results above those that are shown are new; those below just weren't loaded yet. */
function above(shown: readonly Job[], items: readonly Job[]): readonly Job[] {
  const lastShown = items.findLastIndex(isAmong(shown))
  return lastShown < 0 ? items : items.slice(0, lastShown)
}

/** Appends a page without duplicates: results that finished meanwhile may have pushed it down. */
function appended(jobs: readonly Job[], page: readonly Job[]): Job[] {
  const isThere = isAmong(jobs)
  return [...jobs, ...page.filter((job) => !isThere(job))]
}

function isAmong(jobs: readonly Job[]): (job: Pick<Job, 'id'>) => boolean {
  const ids = new Set(jobs.map(({ id }) => id))
  return ({ id }) => ids.has(id)
}
