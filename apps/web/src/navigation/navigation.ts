import { createContext, useContext } from 'react'
import { createStore, type Store } from '../store.ts'
import { useStore } from '../use-store.ts'

export type Search = Readonly<Record<string, string | undefined>>

/** Where one is. */
export interface Place {
  path: string
  search: Search
  /** It was opened from within, so Back leads to where it was opened. */
  openedHere: boolean
}

/** Where to go. */
export interface Target {
  /** A path, or `.`: where one is. */
  to: string
  search?: Search | ((search: Search) => Search)
  hash?: string
  openedHere?: boolean
  /** In place of where one is, so that Back does not lead here again. */
  replace?: boolean
}

export interface Navigation extends Pick<Store<Place>, 'get' | 'subscribe'> {
  go: (target: Target) => void
  /** To an address of this site, as someone wrote it. */
  follow: (address: string) => void
  back: () => void
  /** Someone is about to go there. */
  prepare: (path: string) => void
}

/** So long the screen that is left stays, while the code of the next one is on its way. */
const PATIENCE_MS = 150

/** Follows the address, whoever changes it. `prepare` tells when what is there can be shown, where it cannot be yet. */
export function createNavigation(prepare: (path: string) => Promise<unknown> | undefined): Navigation {
  const place = createStore(currentPlace())
  let latest = 0

  async function catchUp(): Promise<void> {
    const mine = ++latest
    const next = currentPlace()
    const coming = next.path === place.get().path ? undefined : prepare(next.path)
    // Should it not come, the screen says so.
    if (coming)
      await Promise.race([coming.catch(() => {}), new Promise((end) => setTimeout(end, PATIENCE_MS))])
    if (mine === latest) place.set(next)
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
  // Another spelling of a path is put right.
  if (location.pathname !== place.get().path)
    replace(history.state, '', addressOf({ to: '.', search: place.get().search }, place.get()))

  return {
    get: place.get,
    subscribe: place.subscribe,
    go: (target) => {
      const state = { openedHere: target.openedHere }
      const address = addressOf(target, place.get())
      if (target.replace) history.replaceState(state, '', address)
      else history.pushState(state, '', address)
    },
    follow: (address) => history.pushState(null, '', address),
    back: () => history.back(),
    // Should it not come, it is asked for again when it is gone to.
    prepare: (path) => void prepare(path)?.catch(() => {}),
  }
}

/** For what is drawn once and never left: the server, and tests. */
export function standingAt(address: string): Navigation {
  const here = placeAt(new URL(address, 'http://here'), null)
  const nothing = () => {}
  return {
    get: () => here,
    subscribe: () => nothing,
    go: nothing,
    follow: nothing,
    back: nothing,
    prepare: nothing,
  }
}

export function addressOf({ to, search, hash }: Target, from: Place): string {
  const parts = Object.entries((typeof search === 'function' ? search(from.search) : search) ?? {})
  const query = new URLSearchParams(
    parts.filter((part): part is [string, string] => part[1] !== undefined),
  ).toString()
  return `${to === '.' ? from.path : to}${query && `?${query}`}${hash ? `#${encodeURIComponent(hash)}` : ''}`
}

/** Whether an address leads to where one is; what it does not speak of may be otherwise. */
export function leadsTo(address: string, { path, search }: Place): boolean {
  const there = placeAt(new URL(address, 'http://here'), null)
  return there.path === path && Object.entries(there.search).every(([name, value]) => search[name] === value)
}

function currentPlace(): Place {
  return placeAt(location, history.state)
}

function placeAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>, state: unknown): Place {
  return {
    path: pathname.replace(/(?<=.)\/+$/, ''),
    search: Object.fromEntries(new URLSearchParams(search)),
    openedHere: (state as { openedHere?: boolean } | null)?.openedHere === true,
  }
}

/** The browser would scroll to where someone was before what they looked at is there. It may when the page is loaded again. */
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

export function usePlace(): Place {
  return useStore(useNavigation())
}
