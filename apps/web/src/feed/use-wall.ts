import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Grid, gridFor, visibleRows } from './window-rules.ts'

export interface Wall extends Grid {
  first: number
  last: number
  rows: number
}

/** Measures the wall and the window, and decides which rows to render. Renders again only when that changes. */
export function useWall(element: RefObject<HTMLElement | null>, count: number): Wall | undefined {
  const [wall, setWall] = useState<Wall>()
  const lastWidth = useRef(0)

  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return
      const { top, width } = element.current.getBoundingClientRect()
      // Under a modal the page loses its scrollbar in some browsers; laid out again, the cards would move.
      const covered = lastWidth.current > 0 && document.querySelector('dialog[open]') !== null
      if (!covered) lastWidth.current = width
      const grid = gridFor(lastWidth.current || width)
      const rows = Math.ceil(count / grid.columns)
      const seen = visibleRows({ top, windowHeight: innerHeight, rowHeight: grid.rowHeight, rows })
      setWall((before) => {
        const next = { ...grid, ...seen, rows }
        return before && isSame(before, next) ? before : next
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element.current!)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [element, count])

  return wall
}

/** Requests more before the end is reached. */
export function useMoreNearEnd(wall: Wall | undefined, more: () => void): void {
  const near = wall !== undefined && wall.last >= wall.rows - 2
  const rows = wall?.rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page that came, the end is looked at again.
  useEffect(() => {
    if (near) more()
  }, [near, rows, more])
}

function isSame(one: Wall, other: Wall): boolean {
  return (Object.keys(one) as (keyof Wall)[]).every((key) => one[key] === other[key])
}
