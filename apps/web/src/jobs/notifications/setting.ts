import { createStore, type Store } from '../../store/store.ts'

/** `unset`: nobody has chosen yet, so it may be offered. */
export type Setting = 'unset' | 'on' | 'off'

const keyOf = (address: string) => `infra.notifications.${address.toLowerCase()}`
const stores = new Map<string, Store<Setting>>()

/** What a user chose in this browser: permission is given to a browser, and more than one person may use it. */
export function settingOf(address: string): Pick<Store<Setting>, 'get' | 'subscribe'> {
  return storeOf(address)
}

export function changeSetting(address: string, setting: 'on' | 'off'): void {
  storeOf(address).set(setting)
  try {
    localStorage.setItem(keyOf(address), setting)
  } catch {
    // Storage is blocked: it lasts as long as the page does.
  }
}

function storeOf(address: string): Store<Setting> {
  const key = keyOf(address)
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
