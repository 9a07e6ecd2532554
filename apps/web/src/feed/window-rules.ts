export interface Grid {
  columns: number
  /** Of one card, in pixels. */
  cardWidth: number
  /** Of one row with the space below it, in pixels. */
  rowHeight: number
}

const CARD_WIDTH_MIN = 232
export const GAP = 20
/** Below the picture: the author, the app, and the favorite button. */
export const CAPTION_HEIGHT = 64

/** How a wall of this width lays out its cards: squares of one size, so that all rows are equally high. */
export function gridFor(width: number): Grid {
  const columns = Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH_MIN + GAP)))
  const cardWidth = Math.floor((width - GAP * (columns - 1)) / columns)
  return { columns, cardWidth, rowHeight: cardWidth + CAPTION_HEIGHT + GAP }
}

/** The rows to render: those in the window, and one more on each side for the next scroll or arrow key. */
export function visibleRows(wall: {
  /** The wall's distance from the top of the window; negative once it's scrolled. */
  top: number
  windowHeight: number
  rowHeight: number
  rows: number
}): { first: number; last: number } {
  const { top, windowHeight, rowHeight, rows } = wall
  if (rowHeight <= 0 || rows === 0) return { first: 0, last: 0 }
  const first = Math.floor(-top / rowHeight) - 1
  // The same number wherever the window is within a row, so that they change once per row, and not at its upper and its lower edge.
  const last = first + Math.ceil(windowHeight / rowHeight) + 3
  const within = (row: number) => Math.min(Math.max(row, 0), rows)
  return { first: within(first), last: Math.max(within(last), within(first)) }
}

/** The card that an arrow key leads to, within the wall. */
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
