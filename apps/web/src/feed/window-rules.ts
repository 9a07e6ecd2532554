export interface Grid {
  columns: number
  /** Of one card, in pixels. */
  cardWidth: number
  /** Of one row with the space below it, in pixels. */
  rowHeight: number
}

const CARD_WIDTH_MIN = 232
export const GAP = 20
/** Below the picture: who made it, with what, and the favorite button. */
export const CAPTION_HEIGHT = 64

/** How wide a wall of so many pixels lays out its cards: squares of one size, so that every row is as high as the next. */
export function gridFor(width: number): Grid {
  const columns = Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH_MIN + GAP)))
  const cardWidth = Math.floor((width - GAP * (columns - 1)) / columns)
  return { columns, cardWidth, rowHeight: cardWidth + CAPTION_HEIGHT + GAP }
}

/** The rows to draw: those in the window, and one more on each side for the next scroll or arrow key. */
export function visibleRows(wall: {
  /** Where the wall begins, from the top of the window: negative once it is scrolled. */
  top: number
  windowHeight: number
  rowHeight: number
  rows: number
}): { first: number; last: number } {
  const { top, windowHeight, rowHeight, rows } = wall
  if (rowHeight <= 0 || rows === 0) return { first: 0, last: 0 }
  const first = Math.floor(-top / rowHeight) - 1
  // As many wherever the window stands on a row: they then change once a row, not at its upper and its lower edge.
  const last = first + Math.ceil(windowHeight / rowHeight) + 3
  const within = (row: number) => Math.min(Math.max(row, 0), rows)
  return { first: within(first), last: Math.max(within(last), within(first)) }
}

/** Where an arrow key leads to from a card, within the wall. */
export function cardAfter(key: string, at: number, { columns, count }: { columns: number; count: number }) {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: count - 1 - at,
  }
  const step = steps[key]
  if (step === undefined) return undefined
  const next = at + step
  return next >= 0 && next < count ? next : undefined
}
