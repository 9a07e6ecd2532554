import { type ComponentProps, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { draggedBy, type Expansion, movedByKey, roomAround, type Side, sides } from './expand-frame.ts'
import type { UnderlyingPicture } from './underlying-picture.ts'

interface ExpandViewProps {
  picture: UnderlyingPicture
  expansion: Expansion
  /** The most that can be added to a side. */
  max: number
  onChange: (side: Side, pixels: number) => void
}

interface Drag {
  side: Side
  from: number
  start: readonly [number, number]
  /** The margin stays the same during a drag, or the picture would move below the pointer. */
  room: number
}

/** A picture in a frame whose edges are dragged outwards, by pointer or by keyboard. */
export function ExpandView({ picture, expansion, max, onChange }: ExpandViewProps) {
  const view = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const room = drag?.room ?? roomAround(picture, expansion, max)
  const [width, height] = [picture.width + 2 * room, picture.height + 2 * room]

  function begin(side: Side, event: PointerEvent) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setDrag({ side, from: expansion[side], start: [event.clientX, event.clientY], room })
  }

  function move({ clientX, clientY }: PointerEvent) {
    if (!drag) return
    const scale = width / view.current!.getBoundingClientRect().width
    const by = [(clientX - drag.start[0]) * scale, (clientY - drag.start[1]) * scale] as const
    onChange(drag.side, draggedBy(drag.side, drag.from, by, max))
  }

  function press(side: Side, event: KeyboardEvent) {
    const next = movedByKey(side, expansion[side], event, max)
    if (next === undefined) return
    event.preventDefault()
    onChange(side, next)
  }

  const percent = (pixels: number, of: number) => `${(pixels / of) * 100}%`
  const { left, right, top, bottom } = expansion
  return (
    <div
      ref={view}
      className="relative mx-auto max-w-full overflow-hidden border border-line bg-raised"
      style={{ aspectRatio: `${width} / ${height}`, width: `calc(28rem * ${width / height})` }}
    >
      <img
        src={picture.src}
        alt=""
        draggable={false}
        className="absolute select-none"
        style={{
          left: percent(room, width),
          top: percent(room, height),
          width: percent(picture.width, width),
          height: percent(picture.height, height),
        }}
      />
      <div
        className="absolute border-2 border-dashed border-cool"
        style={{
          left: percent(room - left, width),
          right: percent(room - right, width),
          top: percent(room - top, height),
          bottom: percent(room - bottom, height),
        }}
      >
        {sides.map((side) => (
          <Handle
            key={side}
            side={side}
            pixels={expansion[side]}
            max={max}
            onPointerDown={(event) => begin(side, event)}
            onPointerMove={move}
            onPointerUp={() => setDrag(undefined)}
            onPointerCancel={() => setDrag(undefined)}
            onKeyDown={(event) => press(side, event)}
          />
        ))}
      </div>
    </div>
  )
}

interface HandleProps extends ComponentProps<'button'> {
  side: Side
  pixels: number
  max: number
}

function Handle({ side, pixels, max, ...handlers }: HandleProps) {
  return (
    <button
      type="button"
      role="slider"
      aria-label={`${names[side]} edge`}
      aria-orientation={side === 'left' || side === 'right' ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={pixels}
      aria-valuetext={`${pixels} pixels`}
      className={`group absolute grid size-11 touch-none place-items-center ${places[side]}`}
      {...handlers}
    >
      <span className="size-4 border-2 border-ground bg-cool group-hover:bg-text" />
    </button>
  )
}

const names: Record<Side, string> = { left: 'Left', right: 'Right', top: 'Top', bottom: 'Bottom' }

/** Each handle is in the middle of its edge. */
const places: Record<Side, string> = {
  left: 'top-1/2 left-0 -translate-1/2 cursor-ew-resize',
  right: 'top-1/2 right-0 translate-x-1/2 -translate-y-1/2 cursor-ew-resize',
  top: 'top-0 left-1/2 -translate-1/2 cursor-ns-resize',
  bottom: 'bottom-0 left-1/2 -translate-x-1/2 translate-y-1/2 cursor-ns-resize',
}
