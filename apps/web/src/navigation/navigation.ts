import { createContext, useContext } from 'react'
import { createStore, type Store } from '../store/store.ts'
import { useStore } from '../store/use-store.ts'

export type Search = Readonly<Record<string, string | undefined>>

/** The current address, as screens read it. */
export interface PageLocation {
  path: string
  search: Search
  /** It was opened from within the app, so Back leads to where it was opened. */
  openedHere: boolean
}

/** Where to navigate to. */
export interface Target {
  /** A path, or `.` for the current one. */
  to: string
  search?: Search | ((search: Search) => Search)
  hash?: string
  openedHere?: boolean
  /** Replaces the current history entry, so that Back does not lead to it. */
  replace?: boolean
}

export interface Navigation extends Pick<Store<PageLocation>, 'get' | 'subscribe'> {
  go: (target: Target) => void
  /** Navigates to an address of this site that someone wrote. */
  follow: (address: string) => void
  back: () => void
  /** The user is about to go there, so its code can be fetched. */
  prepare: (path: string) => void
}

/** How long the current screen stays while the code of the next one is fetched. */
const SCREEN_WAIT_MS_MAX = 150

/**
 * Follows the address, whatever changes it. `prepare` returns a promise if the screen at a path can't be shown yet, because its code must
 * be fetched first.
 */
export function createNavigation(prepare: (path: string) => Promise<unknown> | undefined): Navigation {
  const location = createStore(currentLocation())
  let latest = 0

  async function catchUp(): Promise<void> {
    const mine = ++latest
    const next = currentLocation()
    const prepared = next.path === location.get().path ? undefined : prepare(next.path)
    // If it cannot be fetched, the screen's error boundary says so.
    if (prepared)
      await Promise.race([
        prepared.catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, SCREEN_WAIT_MS_MAX)),
      ])
    if (mine === latest) location.set(next)
  }

  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  history.pushState = (...entry) => {
    push(...entry)
    void catchUp()
  }
  history.replaceState = (...entry) => {
    replace(...entry)
    void catchUp()
  }
  addEventListener('popstate', () => void catchUp())
  leaveScrollingToScreens()
  // A trailing slash is removed from the address.
  if (globalThis.location.pathname !== location.get().path)
    replace(history.state, '', addressOf({ to: '.', search: location.get().search }, location.get()))

  return {
    get: location.get,
    subscribe: location.subscribe,
    go: (target) => {
      const state = { openedHere: target.openedHere }
      const address = addressOf(target, location.get())
      if (target.replace) history.replaceState(state, '', address)
      else history.pushState(state, '', address)
    },
    follow: (address) => history.pushState(null, '', address),
    back: () => history.back(),
    // If this fails, it is fetched again when the user goes there.
    prepare: (path) => void prepare(path)?.catch(() => {}),
  }
}

/** A navigation that never changes: for the server, which renders once, and for tests. */
export function staticNavigation(address: string): Navigation {
  const location = parseLocation(new URL(address, 'http://here'), null)
  const doNothing = () => {}
  return {
    get: () => location,
    subscribe: () => doNothing,
    go: doNothing,
    follow: doNothing,
    back: doNothing,
    prepare: doNothing,
  }
}

export function addressOf({ to, search, hash }: Target, from: PageLocation): string {
  const parts = Object.entries((typeof search === 'function' ? search(from.search) : search) ?? {})
  const query = new URLSearchParams(
    parts.filter((part): part is [string, string] => part[1] !== undefined),
  ).toString()
  return `${to === '.' ? from.path : to}${query && `?${query}`}${hash ? `#${encodeURIComponent(hash)}` : ''}`
}

/** Whether an address leads to the current location. Search parameters that the address does not name may have any value. */
export function leadsTo(address: string, { path, search }: PageLocation): boolean {
  const there = parseLocation(new URL(address, 'http://here'), null)
  return there.path === path && Object.entries(there.search).every(([name, value]) => search[name] === value)
}

function currentLocation(): PageLocation {
  return parseLocation(location, history.state)
}

function parseLocation(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  state: unknown,
): PageLocation {
  return {
    path: pathname.replace(/(?<=.)\/+$/, ''),
    search: Object.fromEntries(new URLSearchParams(search)),
    openedHere: (state as { openedHere?: boolean } | null)?.openedHere === true,
  }
}

/**
 * The browser would restore the scroll position before the screen's content is there, so screens do it themselves. Only when the page
 * is reloaded it may.
 */
function leaveScrollingToScreens(): void {
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
  })
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })
}

const Context = createContext<Navigation | undefined>(undefined)

export const NavigationProvider = Context.Provider

export function useNavigation(): Navigation {
  return useContext(Context)!
}

export function usePageLocation(): PageLocation {
  return useStore(useNavigation())
}
