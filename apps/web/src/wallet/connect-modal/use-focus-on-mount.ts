import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the first thing in a new view: what was focused before went away with the view before. An effect,
 * since a dialog that opens takes the focus to its own first button after the layout effects of what is in it.
 */
export function useFocusOnArrival<T extends HTMLElement>(): RefObject<T | null> {
  const view = useRef<T>(null)
  useEffect(() => view.current?.querySelector<HTMLElement>('[tabindex], button')?.focus(), [])
  return view
}
