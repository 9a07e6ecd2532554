import { createContext, useContext } from 'react'

const Arriving = createContext(false)

/** For `App`, which knows when React has taken over what the server drew. */
export const ArrivingProvider = Arriving.Provider

/**
 * Whether the first screen is drawn as the server draws it: there, and here until React has taken it over. What only this
 * browser knows (who is signed in, the time, its size) and what comes late is drawn right after.
 */
export function useIsArriving(): boolean {
  return useContext(Arriving)
}
