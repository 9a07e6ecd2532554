import { useEffect } from 'react'
import { useNavigation } from '../navigation/navigation.ts'

/** Scrolls to the entry in the address. The browser can't, because the entries are loaded later. */
export function useAnchor(isThere: boolean): void {
  const navigation = useNavigation()
  useEffect(() => {
    if (!isThere) return
    const go = () => {
      const entry = document.getElementById(decoded(location.hash.slice(1)))
      entry?.scrollIntoView()
      entry?.focus({ preventScroll: true })
    }
    go()
    return navigation.subscribe(go)
  }, [isThere, navigation])
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
