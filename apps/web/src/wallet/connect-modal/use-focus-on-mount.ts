import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the first control of a new view, since the focused one was removed with the last view. An effect,
 * since a dialog that opens focuses its own first button after the layout effects of its content.
 */
export function useFocusOnMount<T extends HTMLElement>(): RefObject<T | null> {
  const view = useRef<T>(null)
  useEffect(() => view.current?.querySelector<HTMLElement>('[tabindex], button')?.focus(), [])
  return view
}
