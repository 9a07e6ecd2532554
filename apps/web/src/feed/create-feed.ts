import type { FinishedEvent, Job } from '@infra/protocol/jobs'
import type { FIRST_RESULTS } from '@infra/protocol/pages/bootstrap'
import type { PAGE_LIMIT } from '@infra/protocol/values/page'
import { createStore, type Store } from '../store/store.ts'
import type { FeedPage, FeedQuery, InitialPage } from './read-feed.ts'

export interface FeedState {
  jobs: readonly Job[]
  /** Finished since, and held back above the others until they are asked for: nothing moves while somebody reads. */
  fresh: readonly Job[]
  /** The ids of results that a live event says have been finished, the newest first. They are read when they are asked for. */
  announced: readonly string[]
  /** More were finished than were read or are held back: some are missing above `jobs`, so showing them reads from the top. */
  hasGap: boolean
  /** `ended`: there is nothing older. */
  phase: 'loading' | 'ready' | 'failed' | 'ended'
  next: string | undefined
}

export interface Feed {
  /** Not the newest first, so that what is finished later has no place at its top. */
  isRanked: boolean
  state: Pick<Store<FeedState>, 'get' | 'subscribe'>
  /** For a screen that shows it: reads the first page, or what was finished since the feed was last shown. */
  open: () => Promise<void>
  /** The next page; one at a time. */
  more: () => Promise<void>
  /** From the top, showing what is there until the answer comes. */
  refresh: () => Promise<void>
  /** Reads what was finished since. */
  lookForNew: () => Promise<void>
  /** A live event says that a result has been finished. */
  announce: (event: FinishedEvent) => void
  /** Shows what was finished since. */
  showNew: () => Promise<void>
  /** It was deleted, or is no longer shown to everyone. */
  remove: (id: string) => void
}

/** As many as come with the document, which is kept small so that it is shown soon. */
const DOCUMENT_PAGE: typeof FIRST_RESULTS = 10
/** Everything that is read afterwards comes in pages of the usual size. */
const PAGE: typeof PAGE_LIMIT = 25

/** So many are held back at most. Somebody who has been away for longer reads the feed from the top. */
const FRESH_MAX = 99

/** The first result of an empty feed is announced to everyone who has it open at once; they read it over this time. */
const SPREAD_MS = 2_000

interface FeedSource {
  read: (query: FeedQuery) => Promise<FeedPage>
  /** The first page, where it came with the document. */
  initial?: (query: FeedQuery) => InitialPage | undefined
  isRanked?: boolean
}

/**
 * The results of everyone, newest first, page by page. By hand and not by the query library, which the first load of the
 * feed has no space for (decision 37).
 */
export function createFeed(appId: string | undefined, { read, initial, isRanked = false }: FeedSource): Feed {
  const first = initial?.({ appId, limit: DOCUMENT_PAGE })
  const state = createStore(beginningWith(first))
  let unopened = first
  const change = (part: Partial<FeedState>) => state.set({ ...state.get(), ...part })
  /** Rises when the list starts again from the top, so that a page of the list before it is not added to this one. */
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

  async function lookForNew(): Promise<void> {
    const mine = edition
    const { phase, jobs, fresh, announced } = state.get()
    if (isRanked || phase === 'loading' || phase === 'failed') return
    // Not worth a word where it fails: the feed looks again in a moment.
    // One page only: everyone looks after a restart of the network, and only the first page is cached.
    const page = await read({ appId, limit: PAGE }).catch(() => undefined)
    if (!page || mine !== edition) return
    change({
      hasGap: state.get().hasGap || !reaches(page, [...fresh, ...jobs]),
      announced: announcedSince(announced, state.get(), page.items),
    })
    change(withFresh(state.get(), above(state.get().jobs, page.items)))
  }

  const lookSoon = atSomeTimeWithin(SPREAD_MS, () => void lookForNew())

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
      return jobs.length === 0 && phase !== 'ended' ? more() : lookForNew()
    },
    more,
    refresh: () => restart(replaced),
    lookForNew,
    announce: ({ id, appId: madeWith }) => {
      if (appId && madeWith !== appId) return
      if (state.get().jobs.length === 0) lookSoon()
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

/** Calls back once after a random time, however often it is asked to meanwhile: those who are told together do not come together. */
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

/** How many results there are that are not shown yet, such as `3` or `25+`; undefined where there are none. */
export function countNew({ fresh, announced, hasGap }: FeedState): string | undefined {
  const count = fresh.length + announced.length
  if (count === 0) return undefined
  return hasGap || count > FRESH_MAX ? `${Math.min(count, FRESH_MAX)}+` : String(count)
}

function withAnnounced({ jobs, fresh, announced }: FeedState, id: string): Partial<FeedState> {
  if (announced.includes(id) || isAmong([...jobs, ...fresh])({ id })) return {}
  // One more than are counted, which tells that there are more.
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

/** What was announced while the feed was read, and is not in what was read. What was announced before is in it, or further down. */
function announcedSince(
  before: readonly string[],
  { announced }: FeedState,
  items: readonly Job[],
): readonly string[] {
  const isRead = isAmong(items)
  return announced.filter((id) => !before.includes(id) && !isRead({ id }))
}

/** Whether nothing can be missing between a page from the top and what is known. */
function reaches({ items, next }: FeedPage, known: readonly Job[]): boolean {
  return known.length === 0 || next === undefined || items.some(isAmong(known))
}

type Taken = Pick<FeedState, 'jobs' | 'fresh' | 'hasGap'>

function replaced(items: readonly Job[], _shown: readonly Job[]): Taken {
  return { jobs: items, fresh: [], hasGap: false }
}

/** The same results once more, with the reader's favorites. What was finished since is held back, as always. */
function renewed(items: readonly Job[], shown: readonly Job[]): Taken {
  const isShown = shown.length === 0 ? () => true : isAmong(shown)
  return { jobs: items.filter(isShown), fresh: items.filter((job) => !isShown(job)), hasGap: false }
}

/** What is new of it is held back above the others; the first results of an empty feed are shown at once. */
function withFresh({ jobs, fresh, hasGap }: FeedState, found: readonly Job[]): Partial<FeedState> {
  const isKnown = isAmong([...jobs, ...fresh])
  const unknown = found.filter((job) => !isKnown(job))
  if (unknown.length === 0) return {}
  if (jobs.length === 0) return { jobs: unknown }
  const all = [...unknown, ...fresh]
  return { fresh: all.slice(0, FRESH_MAX), hasGap: hasGap || all.length > FRESH_MAX }
}

/** Those that stand above what is shown: what is below it is not new, only not read yet. */
function above(shown: readonly Job[], items: readonly Job[]): readonly Job[] {
  const lastShown = items.findLastIndex(isAmong(shown))
  return lastShown < 0 ? items : items.slice(0, lastShown)
}

/** A page after the others, without what they have already: results finished meanwhile may have pushed it down. */
function appended(jobs: readonly Job[], page: readonly Job[]): Job[] {
  const isThere = isAmong(jobs)
  return [...jobs, ...page.filter((job) => !isThere(job))]
}

function isAmong(jobs: readonly Job[]): (job: Pick<Job, 'id'>) => boolean {
  const ids = new Set(jobs.map(({ id }) => id))
  return ({ id }) => ids.has(id)
}
