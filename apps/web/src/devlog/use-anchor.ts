import { useEffect } from 'react'
import { useNavigation } from '../navigation/navigation.ts'

/** Goes to the entry that the address names: nobody else scrolls to it, and the entries come after the address. */
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
