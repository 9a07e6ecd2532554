import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Box } from '../raw-value.ts'
import type { Mark } from './mask-marks.ts'
import { centredFrame, isArrow, moveFrame } from './move-frame.ts'
import type { UnderlyingPicture } from './underlying-picture.ts'
import type { useZoom } from './use-zoom.ts'

type Point = readonly [number, number]

export interface PaintingOptions {
  picture: UnderlyingPicture
  /** In pixels of the picture. */
  brushSize: number
  erase: boolean
  onMark: (mark: Mark) => void
  onUndo: () => void
  onRedo: () => void
  zoom: Pick<ReturnType<typeof useZoom>, 'zoomBy' | 'putFinger' | 'moveFinger' | 'liftFinger'>
}

/** How much a key or a button zooms. */
export const ZOOM_STEP = 1.5

/** Painting by pointer, one stroke per press, or by keyboard, one frame at a time. */
export function usePainting({ picture, brushSize, erase, zoom, ...on }: PaintingOptions) {
  const [points, setPoints] = useState<readonly Point[]>()
  const [at, setAt] = useState<Point>()
  const [frame, setFrame] = useState<Box>()
  const stroke: Mark | undefined = points && { shape: 'stroke', erase, size: brushSize, points }

  function begin(event: PointerEvent) {
    if (event.button !== 0) return
    // The second finger zooms, so what the first has begun isn't a stroke.
    if (zoom.putFinger(event)) return setPoints(undefined)
    // Capture the pointer until it's released, so that a stroke can go beyond the picture.
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setFrame(undefined)
    setPoints([placeOf(event, picture)])
  }

  function move(event: PointerEvent) {
    if (zoom.moveFinger(event)) return
    const place = placeOf(event, picture)
    setAt(place)
    if (points) setPoints([...points, place])
  }

  function finish(event: PointerEvent) {
    zoom.liftFinger(event)
    if (stroke) on.onMark(stroke)
    setPoints(undefined)
  }

  function press(event: KeyboardEvent) {
    const now = frame ?? centredFrame(picture)
    const { key, shiftKey } = event
    const keys: Record<string, () => void> = {
      enter: () => on.onMark({ shape: 'box', erase, ...now }),
      ' ': () => on.onMark({ shape: 'box', erase, ...now }),
      delete: () => on.onMark({ shape: 'box', erase: true, ...now }),
      backspace: () => on.onMark({ shape: 'box', erase: true, ...now }),
      z: shiftKey ? on.onRedo : on.onUndo,
      y: on.onRedo,
      '+': () => zoom.zoomBy(ZOOM_STEP),
      '=': () => zoom.zoomBy(ZOOM_STEP),
      '-': () => zoom.zoomBy(1 / ZOOM_STEP),
    }
    if (isArrow(key)) setFrame(frame ? moveFrame(now, key, { sizing: shiftKey, picture }) : now)
    else if (Object.hasOwn(keys, key.toLowerCase())) keys[key.toLowerCase()]!()
    else return
    event.preventDefault()
  }

  const handlers = {
    onPointerDown: begin,
    onPointerMove: move,
    onPointerUp: finish,
    onPointerCancel: finish,
    onPointerLeave: () => setAt(undefined),
    onFocus: (event: { target: Element }) =>
      event.target.matches(':focus-visible') && setFrame((known) => known ?? centredFrame(picture)),
    onBlur: () => setFrame(undefined),
    onKeyDown: press,
  }
  return { stroke, at, frame, handlers }
}

/** In pixels of the picture, rounded to a tenth. */
function placeOf(event: PointerEvent, picture: UnderlyingPicture): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  const x = ((event.clientX - left) / width) * picture.width
  const y = ((event.clientY - top) / height) * picture.height
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
}
