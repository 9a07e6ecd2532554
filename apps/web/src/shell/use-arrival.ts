import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Screen } from '../screens.ts'

/** What happens when the route name changes, and not when only its query does: a new head, and the top of the page. */
export function useArrival(screen: Screen | undefined): void {
  const name = screen?.name
  const left = useRef(name)

  useLayoutEffect(() => {
    if (left.current !== undefined && name !== undefined && left.current !== name) window.scrollTo(0, 0)
    left.current = name ?? left.current
  }, [name])

  useEffect(() => {
    if (!screen) return
    document.title = screen.documentTitle
    document.querySelector('meta[name="description"]')?.setAttribute('content', screen.description)
  }, [screen])
}
