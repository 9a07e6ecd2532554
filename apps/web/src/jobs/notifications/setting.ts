import { type PushTopic, pushTopics } from '@infra/protocol/jobs/push'
import { createStore, type Store } from '../../store/store.ts'

/** `unset`: nobody has chosen yet, so it may be offered. */
export type Setting = 'unset' | 'on' | 'off'

const keys: Record<PushTopic, string> = { jobs: 'infra.notifications', nodes: 'infra.notifications.nodes' }
const keyOf = (address: string, topic: PushTopic) => `${keys[topic]}.${address.toLowerCase()}`
const stores = new Map<string, Store<Setting>>()

/** What a user chose in this browser: the permission belongs to the browser, and several people may use it. */
export function settingOf(address: string, topic: PushTopic): Pick<Store<Setting>, 'get' | 'subscribe'> {
  return storeOf(address, topic)
}

/** The topics that a user gets notifications for in this browser. */
export function topicsOf(address: string): PushTopic[] {
  return pushTopics.filter((topic) => settingOf(address, topic).get() === 'on')
}

export function changeSetting(address: string, topic: PushTopic, setting: 'on' | 'off'): void {
  storeOf(address, topic).set(setting)
  try {
    localStorage.setItem(keyOf(address, topic), setting)
  } catch {
    // Storage is blocked, so it lasts as long as the page.
  }
}

function storeOf(address: string, topic: PushTopic): Store<Setting> {
  const key = keyOf(address, topic)
  const known = stores.get(key)
  if (known) return known
  const store = createStore(read(key))
  stores.set(key, store)
  // Another tab changed it.
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.set(read(key))
  })
  return store
}

function read(key: string): Setting {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'on' || kept === 'off' ? kept : 'unset'
  } catch {
    return 'unset'
  }
}
