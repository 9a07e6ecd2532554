import { type ScreenName, screenNameAt } from '@infra/protocol/pages/screens'
import { type ComponentType, use } from 'react'
import { reloadOnce } from '../navigation/missing-chunk.ts'

/** A screen without a page does not compile. Each page is a chunk of its own, fetched when the user goes there. */
const pages: Record<ScreenName, () => Promise<ComponentType>> = {
  home: async () => (await import('./home.tsx')).Home,
  feed: async () => (await import('./feed.tsx')).Feed,
  apps: async () => (await import('./apps.tsx')).Apps,
  nodes: async () => (await import('./nodes.tsx')).Nodes,
  chat: async () => (await import('./chat.tsx')).Chat,
  devlog: async () => (await import('./devlog.tsx')).Devlog,
  feedback: async () => (await import('./feedback.tsx')).Feedback,
  staking: async () => (await import('./staking.tsx')).Staking,
  developers: async () => (await import('./developers.tsx')).Developers,
  profile: async () => (await import('./profile.tsx')).Profile,
}

const loaded = new Map<ScreenName, ComponentType>()
const loading = new Map<ScreenName, Promise<ComponentType>>()
const failed = new Set<ScreenName>()

/** Fetches the code of the screen at a path; returns undefined if it's already loaded, or if there's no screen. */
export function preparePage(path: string): Promise<ComponentType> | undefined {
  const name = screenNameAt(path)
  if (!name || loaded.has(name)) return undefined
  if (!loading.has(name) || failed.delete(name)) loading.set(name, fetchPage(name))
  return loading.get(name)
}

async function fetchPage(name: ScreenName): Promise<ComponentType> {
  try {
    const page = await pages[name]()
    loaded.set(name, page)
    return page
  } catch (error) {
    // The rejected promise stays, or rendering it would fetch again and again; only navigating there again fetches again.
    failed.add(name)
    throw error
  }
}

export function Page({ name, path }: { name: ScreenName; path: string }) {
  const Screen = loaded.get(name) ?? use(withReload(loading.get(name) ?? preparePage(path)!))
  return <Screen />
}

const reloading = new WeakMap<Promise<ComponentType>, Promise<ComponentType>>()

/** Reloads the page if a screen's code is missing. Only when it's shown, because hovering a link must not reload anything. */
function withReload(page: Promise<ComponentType>): Promise<ComponentType> {
  const known = reloading.get(page) ?? page.catch(reloadOnce)
  reloading.set(page, known)
  return known
}
