import { useSyncExternalStore } from 'react'

/**
 * Whether the first screen is drawn as the server draws it: there, and here until React has taken it over. What only this
 * browser knows (who is signed in, the time, its size) and what comes late is drawn right after.
 */
export function useIsArriving(): boolean {
  return useSyncExternalStore(never, isNot, is)
}

const never = () => () => {}
const isNot = () => false
const is = () => true
