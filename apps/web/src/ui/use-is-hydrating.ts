import { createContext, useContext } from 'react'

const Hydrating = createContext(false)

/** For `App`, which knows when React has hydrated what the server rendered. */
export const HydratingProvider = Hydrating.Provider

/**
 * Whether to render exactly what the server renders: true on the server, and in the browser until hydration is complete. What only
 * this browser knows (who is signed in, the time, its size) and what is fetched lazily is rendered right after.
 */
export function useIsHydrating(): boolean {
  return useContext(Hydrating)
}
