import { createStore, type Store } from './store.ts'

/** Ids that the browser keeps, each under a name: they are still there after a reload. */
export function createKeptIds(shelf: () => Storage, keyOf: (name: string) => string) {
  const stores = new Map<string, Store<string | undefined>>()

  function storeOf(name: string): Store<string | undefined> {
    const known = stores.get(name)
    if (known) return known
    const fresh = createStore(attempt(() => shelf().getItem(keyOf(name))) ?? undefined)
    stores.set(name, fresh)
    return fresh
  }

  return {
    of: (name: string): Pick<Store<string | undefined>, 'get' | 'subscribe'> => storeOf(name),
    keep: (name: string, id: string) => {
      storeOf(name).set(id)
      attempt(() => shelf().setItem(keyOf(name), id))
    },
    forget: (name: string) => {
      storeOf(name).set(undefined)
      attempt(() => shelf().removeItem(keyOf(name)))
    },
  }
}

/** Where the browser keeps nothing, the page itself still remembers. */
function attempt<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch {
    return undefined
  }
}
