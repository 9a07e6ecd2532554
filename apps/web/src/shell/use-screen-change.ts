import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Screen } from '../navigation/screens.ts'

/** When the screen changes, and not only its search parameters: updates the page's head and scrolls to the top. */
export function useScreenChange(screen: Screen | undefined): void {
  const name = screen?.name
  const left = useRef(name)

  useLayoutEffect(() => {
    if (left.current !== undefined && name !== undefined && left.current !== name) {
      window.scrollTo(0, 0)
      // The server has written the head of the first page.
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
    // The description is not visible, and link previews are made by the server.
    () => {},
  )
}
