import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How much of it may be visible before it's rendered. */
const SLIVER_PX = 96

/** After this time it's rendered even without any input, also for printing and saving the page. */
const SHOW_AFTER_MS = 10_000

const SIGNS_OF_A_READER = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const

/**
 * Renders the part below the first screen as soon as the user scrolls or uses the page, or if the window is tall enough. Until then it
 * costs the first paint nothing. A placeholder keeps the page's height.
 */
export function WhenNear({ children }: { children: ReactNode }) {
  const index = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear) return
    const show = () => setNear(true)
    // The user may have scrolled or clicked before this effect ran.
    if (scrollY > 0 || document.documentElement.dataset.touched !== undefined) return show()
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && show(), {
      rootMargin: `0px 0px -${SLIVER_PX}px`,
    })
    observer.observe(index.current!)
    for (const sign of SIGNS_OF_A_READER) addEventListener(sign, show, { passive: true })
    const timeout = setTimeout(show, SHOW_AFTER_MS)
    return () => {
      clearTimeout(timeout)
      observer.disconnect()
      for (const sign of SIGNS_OF_A_READER) removeEventListener(sign, show)
    }
  }, [isNear])
  return isNear ? children : <div ref={index} className="min-h-dvh" />
}
