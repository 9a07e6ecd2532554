import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Goes to the entry that the address names: the router does not scroll, and the entries come after the address. */
export function useAnchor(isThere: boolean): void {
  const { history } = useRouter()
  useEffect(() => {
    if (!isThere) return
    const go = () => {
      const entry = document.getElementById(decoded(location.hash.slice(1)))
      entry?.scrollIntoView()
      entry?.focus({ preventScroll: true })
    }
    go()
    // The address is written by the router after it has told of it.
    return history.subscribe(() => queueMicrotask(go))
  }, [isThere, history])
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
