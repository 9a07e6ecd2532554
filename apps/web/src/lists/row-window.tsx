import { type ReactNode, useEffect, useRef, useState } from 'react'

interface RowWindowProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** Few enough that those near the screen are soon drawn, many enough that few are watched. */
const ROWS_TOGETHER = 20
/** Of a row that has not been drawn yet, about. */
const ROW_HEIGHT_PX = 113
/** So many are drawn before it is known what is seen. */
const DRAWN_FIRST = 2
/** Lists that are no longer than this cost nothing worth saving. */
const DRAWN_WHOLE_MAX = 100

/** Rows of any height below each other, of which only those near the screen are drawn: ten thousand weigh as much as eighty. */
export function RowWindow<Item>({ items, keyOf, children }: RowWindowProps<Item>) {
  const count = Math.ceil(items.length / ROWS_TOGETHER)
  const isWhole = items.length <= DRAWN_WHOLE_MAX
  return (
    <div className="flex flex-col divide-y divide-line border-y border-line">
      {Array.from({ length: count }, (_, place) => {
        const rows = items.slice(place * ROWS_TOGETHER, (place + 1) * ROWS_TOGETHER)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: it stands for a stretch of the list, whatever is in it.
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
        // Whoever is in it with the keyboard must not lose their place.
        const stays = entry!.isIntersecting || watched.contains(document.activeElement)
        if (!stays && watched.childElementCount > 0) height.current = entry!.boundingClientRect.height
        setSeen(stays)
      },
      // A screen above and a screen below.
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
