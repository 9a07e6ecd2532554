import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

export function useStore<T>({ subscribe, get }: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(subscribe, get, get)
}
