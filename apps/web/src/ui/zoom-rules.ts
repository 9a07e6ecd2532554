/** The visible part of a picture: its offset from the centre in pixels, and its scale relative to the fitted size. */
export interface View {
  x: number
  y: number
  scale: number
}

export const fitted: View = { x: 0, y: 0, scale: 1 }

const SCALE_MAX = 12

/** Zooms by a factor around the pointer; never smaller than the fitted size. */
export function zoomedAt(view: View, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), SCALE_MAX)
  if (scale === 1) return fitted
  const grown = scale / view.scale
  return { x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown, scale }
}

/** A picture that fits cannot be moved. */
export function panned(view: View, x: number, y: number): View {
  return view.scale === 1 ? view : { ...view, x: view.x + x, y: view.y + y }
}
