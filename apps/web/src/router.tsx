import type { ScreenName } from '@infra/protocol/pages/screens'
import { type ComponentType, use } from 'react'
import { loadAgainOnce } from './missing-part.ts'
import { screens } from './screens.ts'

/** A screen without a page does not compile. Each page is a file of its own, fetched when it is gone to. */
const pages: Record<ScreenName, () => Promise<ComponentType>> = {
  home: async () => (await import('./routes/home.tsx')).Home,
  feed: async () => (await import('./routes/feed.tsx')).Feed,
  apps: async () => (await import('./routes/apps.tsx')).Apps,
  nodes: async () => (await import('./routes/nodes.tsx')).Nodes,
  chat: async () => (await import('./routes/chat.tsx')).Chat,
  devlog: async () => (await import('./routes/devlog.tsx')).Devlog,
  feedback: async () => (await import('./routes/feedback.tsx')).Feedback,
  staking: async () => (await import('./routes/staking.tsx')).Staking,
  profile: async () => (await import('./routes/profile.tsx')).Profile,
}

const here = new Map<ScreenName, ComponentType>()
const coming = new Map<ScreenName, Promise<ComponentType>>()
const failed = new Set<ScreenName>()

/** Fetches the code of the screen at a path; nothing to wait for where it is there, or where there is no screen. */
export function preparePage(path: string): Promise<ComponentType> | undefined {
  const name = screens.find((screen) => screen.path === path)?.name
  if (!name || here.has(name)) return undefined
  if (!coming.has(name) || failed.delete(name)) coming.set(name, fetchPage(name))
  return coming.get(name)
}

async function fetchPage(name: ScreenName): Promise<ComponentType> {
  try {
    const page = await pages[name]()
    here.set(name, page)
    return page
  } catch (error) {
    // Kept as it is, or showing it would ask again and again; whoever goes there anew asks anew.
    failed.add(name)
    throw error
  }
}

export function Page({ name, path }: { name: ScreenName; path: string }) {
  const Screen = here.get(name) ?? use(toShow(coming.get(name) ?? preparePage(path)!))
  return <Screen />
}

const shown = new WeakMap<Promise<ComponentType>, Promise<ComponentType>>()

/** Who only points at a way there is not taken anywhere because its screen does not come; who goes there is. */
function toShow(arriving: Promise<ComponentType>): Promise<ComponentType> {
  const known = shown.get(arriving) ?? arriving.catch(loadAgainOnce)
  shown.set(arriving, known)
  return known
}
