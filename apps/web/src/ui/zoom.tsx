import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { fitted, panned, type View, zoomedAt } from './zoom-rules.ts'

const STEP = 1.5

/** Zooms and pans by wheel, by pinch, by the keys + - 0 and the arrows, or by its buttons. */
export function Zoom({ children, label }: { children: ReactNode; label: string }) {
  const [view, setView] = useState<View>(fitted)
  const frame = useRef<HTMLElement>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())

  useEffect(() => {
    const element = frame.current!
    const zoom = (event: WheelEvent) => {
      event.preventDefault()
      const box = element.getBoundingClientRect()
      const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
      setView((before) => zoomedAt(before, Math.exp(-event.deltaY / 300), at))
    }
    // React's wheel listeners are passive and cannot prevent scrolling.
    element.addEventListener('wheel', zoom, { passive: false })
    return () => element.removeEventListener('wheel', zoom)
  }, [])

  function move(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at)
    const now = { x: event.clientX, y: event.clientY }
    pointers.current.set(event.pointerId, now)
    const [other] = others
    if (!other) return setView((seen) => panned(seen, now.x - before.x, now.y - before.y))
    const apart = (at: { x: number; y: number }) => Math.hypot(at.x - other.x, at.y - other.y) || 1
    setView((seen) => zoomedAt(seen, apart(now) / apart(before)))
  }

  function press(event: KeyboardEvent) {
    const next = afterKey(event.key, view)
    if (!next) return
    event.preventDefault()
    // An arrow key that moves the picture must not also go to the next one.
    event.stopPropagation()
    setView(next)
  }

  return (
    <div className="relative size-full">
      <section
        ref={frame}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is zoomed by keys, so it must be focusable.
        tabIndex={0}
        className={`size-full overflow-hidden ${view.scale > 1 ? 'touch-none' : 'touch-pan-y'}`}
        onKeyDown={press}
        onPointerDown={(event) =>
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }
        onPointerMove={move}
        onPointerUp={(event) => pointers.current.delete(event.pointerId)}
        onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
        onPointerLeave={(event) => pointers.current.delete(event.pointerId)}
        onDoubleClick={() => setView(view.scale > 1 ? fitted : zoomedAt(view, STEP * STEP))}
      >
        <div
          className="size-full"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        >
          {children}
        </div>
      </section>
      <div className="absolute right-3 bottom-3 flex border border-edge bg-ground">
        {controls.map(({ key, name, sign }) => (
          <button
            key={key}
            type="button"
            aria-label={name}
            className="grid size-11 place-items-center font-mono text-lg text-muted hover:text-text"
            onClick={() => setView(afterKey(key, view)!)}
          >
            {sign}
          </button>
        ))}
      </div>
    </div>
  )
}

const controls = [
  { key: '-', name: 'Zoom out', sign: '−' },
  { key: '0', name: 'Fit', sign: '◻' },
  { key: '+', name: 'Zoom in', sign: '+' },
]

const PAN = 60

function afterKey(key: string, view: View): View | undefined {
  if (key === '+' || key === '=') return zoomedAt(view, STEP)
  if (key === '-') return zoomedAt(view, 1 / STEP)
  if (key === '0') return fitted
  if (view.scale === 1) return undefined
  const directions: Record<string, [number, number]> = {
    ArrowLeft: [PAN, 0],
    ArrowRight: [-PAN, 0],
    ArrowUp: [0, PAN],
    ArrowDown: [0, -PAN],
  }
  const direction = directions[key]
  return direction && panned(view, ...direction)
}
