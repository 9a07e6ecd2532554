import { type ReactNode, useEffect, useRef, useState } from 'react'

/** As little of it as this nobody misses. */
const SLIVER_PX = 96

/** Whoever looks for so long without touching anything is shown the rest, and so is whoever prints or keeps the page. */
const LOOKED_MS = 10_000

const SIGNS_OF_A_READER = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const

/**
 * What is below the first screen: there as soon as someone is, or where the window is tall enough to show it. Until then it costs
 * nobody's first paint anything. Its place is kept.
 */
export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear) return
    const show = () => setNear(true)
    // They may have begun before we could listen.
    if (scrollY > 0 || document.documentElement.dataset.touched !== undefined) return show()
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && show(), {
      rootMargin: `0px 0px -${SLIVER_PX}px`,
    })
    observer.observe(place.current!)
    for (const sign of SIGNS_OF_A_READER) addEventListener(sign, show, { passive: true })
    const looked = setTimeout(show, LOOKED_MS)
    return () => {
      clearTimeout(looked)
      observer.disconnect()
      for (const sign of SIGNS_OF_A_READER) removeEventListener(sign, show)
    }
  }, [isNear])
  return isNear ? children : <div ref={place} className="min-h-dvh" />
}
