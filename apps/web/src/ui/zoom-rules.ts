/** How a picture is looked at: moved from the middle by pixels, and so many times its fitted size. */
export interface View {
  x: number
  y: number
  scale: number
}

export const fitted: View = { x: 0, y: 0, scale: 1 }

const SCALE_MAX = 12

/** Closer or further by a factor, with the point under the pointer staying where it is; never smaller than fitted. */
export function zoomedAt(view: View, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), SCALE_MAX)
  if (scale === 1) return fitted
  const grown = scale / view.scale
  return { x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown, scale }
}

/** A picture that fits is not moved about. */
export function panned(view: View, x: number, y: number): View {
  return view.scale === 1 ? view : { ...view, x: view.x + x, y: view.y + y }
}
