import { createStore, type Store } from './store.ts'

/** Ids in the browser's storage, each under a name: they are still there after a reload. */
export function createStoredIds(storage: () => Storage, keyOf: (name: string) => string) {
  const stores = new Map<string, Store<string | undefined>>()

  function storeOf(name: string): Store<string | undefined> {
    const known = stores.get(name)
    if (known) return known
    const fresh = createStore(attempt(() => storage().getItem(keyOf(name))) ?? undefined)
    stores.set(name, fresh)
    return fresh
  }

  return {
    of: (name: string): Pick<Store<string | undefined>, 'get' | 'subscribe'> => storeOf(name),
    set: (name: string, id: string) => {
      storeOf(name).set(id)
      attempt(() => storage().setItem(keyOf(name), id))
    },
    remove: (name: string) => {
      storeOf(name).set(undefined)
      attempt(() => storage().removeItem(keyOf(name)))
    },
  }
}

/** If storage is blocked, the ids last as long as the page. */
function attempt<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch {
    return undefined
  }
}
