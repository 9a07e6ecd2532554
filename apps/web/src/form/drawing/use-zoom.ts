import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

const ZOOM_MAX = 8

/** Zooms the content of a scrolling container around its center; two fingers zoom and move it. */
export function useZoom() {
  const [zoom, setZoom] = useState(1)
  const container = useRef<HTMLDivElement>(null)
  const shown = useRef(1)
  const fingers = useRef(new Map<number, { x: number; y: number }>())

  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const scale = zoom / shown.current
    shown.current = zoom
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element
    element.scrollLeft = (scrollLeft + clientWidth / 2) * scale - clientWidth / 2
    element.scrollTop = (scrollTop + clientHeight / 2) * scale - clientHeight / 2
  }, [zoom])

  const zoomBy = (factor: number) => setZoom((before) => Math.min(ZOOM_MAX, Math.max(1, before * factor)))

  /** Returns whether two fingers are down, so that this isn't a stroke. */
  function moveFinger({ pointerId, clientX: x, clientY: y }: PointerEvent): boolean {
    const before = fingers.current.get(pointerId)
    const [other] = [...fingers.current].filter(([id]) => id !== pointerId).map(([, at]) => at)
    if (before) fingers.current.set(pointerId, { x, y })
    if (!before || !other) return false
    // Each of the two moves the picture by half of its own distance, so together they move it as far as they went.
    container.current?.scrollBy((before.x - x) / 2, (before.y - y) / 2)
    zoomBy(apart({ x, y }, other) / apart(before, other))
    return true
  }

  return {
    zoom,
    zoomBy,
    container,
    /** Returns whether this is the second finger. */
    putFinger({ pointerId, pointerType, clientX: x, clientY: y }: PointerEvent): boolean {
      if (pointerType === 'touch') fingers.current.set(pointerId, { x, y })
      return fingers.current.size > 1
    },
    moveFinger,
    liftFinger: ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId),
  }
}

function apart(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y) || 1
}
