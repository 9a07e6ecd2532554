import { createStore, type Store } from '../store.ts'

const keyOf = (appId: string) => `infra.app.${appId}.job`
const stores = new Map<string, Store<string | undefined>>()

/** The job that was ordered last from an app's form: it is still there after a reload. */
export function lastJobOf(appId: string): Pick<Store<string | undefined>, 'get' | 'subscribe'> {
  return storeOf(appId)
}

export function rememberJob(appId: string, id: string): void {
  storeOf(appId).set(id)
  attempt(() => sessionStorage.setItem(keyOf(appId), id))
}

export function forgetJob(appId: string): void {
  storeOf(appId).set(undefined)
  attempt(() => sessionStorage.removeItem(keyOf(appId)))
}

function storeOf(appId: string): Store<string | undefined> {
  const known = stores.get(appId)
  if (known) return known
  const fresh = createStore(attempt(() => sessionStorage.getItem(keyOf(appId))) ?? undefined)
  stores.set(appId, fresh)
  return fresh
}

/** Where the browser keeps nothing, the page itself still remembers. */
function attempt<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch {
    return undefined
  }
}
