import { type ReactNode, useEffect, useRef, useState } from 'react'

interface RowWindowProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** Few enough that a block is rendered quickly, many enough that there are few observers. */
const ROWS_TOGETHER = 20
/** Estimate for a row that has not been rendered yet. */
const ROW_HEIGHT_PX = 113
/** Blocks that are rendered before the observer has reported. */
const DRAWN_FIRST = 2
/** Shorter lists are rendered completely, since there's nothing to save. */
const DRAWN_WHOLE_MAX = 100

/** A virtual list: renders only the rows near the viewport, of any height, so that ten thousand cost as much as eighty. */
export function RowWindow<Item>({ items, keyOf, children }: RowWindowProps<Item>) {
  const count = Math.ceil(items.length / ROWS_TOGETHER)
  const isWhole = items.length <= DRAWN_WHOLE_MAX
  return (
    <div className="flex flex-col divide-y divide-line border-y border-line">
      {Array.from({ length: count }, (_, place) => {
        const rows = items.slice(place * ROWS_TOGETHER, (place + 1) * ROWS_TOGETHER)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the block is identified by its position, whatever is in it.
          <Rows key={place} rows={rows} keyOf={keyOf} isFirst={place < DRAWN_FIRST} isWhole={isWhole}>
            {children}
          </Rows>
        )
      })}
    </div>
  )
}

interface RowsProps<Item> {
  rows: readonly Item[]
  keyOf: (item: Item) => string
  isFirst: boolean
  isWhole: boolean
  children: (item: Item) => ReactNode
}

function Rows<Item>({ rows, keyOf, isFirst, isWhole, children }: RowsProps<Item>) {
  const element = useRef<HTMLUListElement>(null)
  const [isSeen, setSeen] = useState(isFirst)
  const isNear = isSeen || isWhole
  const height = useRef<number>(undefined)

  useEffect(() => {
    if (isWhole) return
    const watched = element.current!
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Do not remove the row that has the keyboard focus.
        const stays = entry!.isIntersecting || watched.contains(document.activeElement)
        if (!stays && watched.childElementCount > 0) height.current = entry!.boundingClientRect.height
        setSeen(stays)
      },
      // One viewport above and one below.
      { rootMargin: '100% 0px' },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [isWhole])

  const style = isNear ? undefined : { height: height.current ?? rows.length * ROW_HEIGHT_PX }
  return (
    <ul ref={element} className="flex flex-col divide-y divide-line" style={style}>
      {isNear &&
        rows.map((item) => (
          <li key={keyOf(item)} className="min-w-0">
            {children(item)}
          </li>
        ))}
    </ul>
  )
}
