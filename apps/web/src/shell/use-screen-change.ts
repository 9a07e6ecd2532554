import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Screen } from '../navigation/screens.ts'

/** What happens when the route name changes, and not when only its query does: a new head, and the top of the page. */
export function useArrival(screen: Screen | undefined): void {
  const name = screen?.name
  const left = useRef(name)

  useLayoutEffect(() => {
    if (left.current !== undefined && name !== undefined && left.current !== name) {
      window.scrollTo(0, 0)
      // The head of the first page was written by the server.
      describe(screen!)
    }
    left.current = name ?? left.current
  }, [name, screen])

  useEffect(() => {
    if (screen) document.title = screen.documentTitle
  }, [screen])
}

function describe({ name, path }: Screen): void {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (canonical) canonical.href = new URL(path, canonical.href).href
  import('@infra/protocol/pages/screen-descriptions').then(
    ({ screenDescriptions }) =>
      document.querySelector('meta[name="description"]')?.setAttribute('content', screenDescriptions[name]),
    // Nobody on the page reads it, and whoever unfurls its address asks the server.
    () => {},
  )
}
