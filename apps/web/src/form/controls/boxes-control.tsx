import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { centredFrame, frameBetween } from '../drawing/move-frame.ts'
import { type UnderlyingPicture, underlyingPicture } from '../drawing/underlying-picture.ts'
import type { Box } from '../raw-value.ts'
import type { ControlProps } from './control.ts'

export function BoxesControl({ id, describedBy, field, value, values, onChange }: ControlProps<'boxes'>) {
  const picture = underlyingPicture(values, field.over)
  if (!picture) {
    return (
      <p id={id} tabIndex={-1} className="border border-dashed border-line px-4 py-6 text-muted">
        Choose the picture first; then draw boxes over it here.
      </p>
    )
  }
  const isFull = value.length >= field.countMax
  const add = (box: Box) => !isFull && box.width > 0 && box.height > 0 && onChange([...value, box])
  return (
    <div className="flex flex-col gap-3">
      <DrawnBoxes picture={picture} boxes={value} onBox={add} />
      <ol className="flex flex-col gap-2">
        {value.map((box, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes are identified by their position.
          <li key={place} className="flex flex-wrap items-end gap-2">
            <BoxNumbers
              box={box}
              name={`Box ${place + 1}`}
              onChange={(next) => onChange(value.map((other, at) => (at === place ? next : other)))}
            />
            <Button
              variant="text"
              aria-label={`Remove box ${place + 1}`}
              onClick={() => onChange(value.filter((_, at) => at !== place))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <div className="flex items-center gap-4">
        <Button
          id={id}
          icon="plus"
          aria-describedby={describedBy}
          disabled={isFull}
          onClick={() => add(centredFrame(picture))}
        >
          Add a box
        </Button>
        <span className="label text-muted">
          {value.length} / {field.countMax}
        </span>
      </div>
    </div>
  )
}

interface DrawnBoxesProps {
  picture: UnderlyingPicture
  boxes: readonly Box[]
  onBox: (box: Box) => void
}

/** Boxes are dragged with a pointer. By keyboard they are added with the button and entered as numbers. */
function DrawnBoxes({ picture, boxes, onBox }: DrawnBoxesProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ from: readonly [number, number]; to: readonly [number, number] }>()
  const drawn = drag && frameBetween(drag.from, drag.to, picture)

  function place(event: PointerEvent): readonly [number, number] {
    const { left, top, width, height } = frame.current!.getBoundingClientRect()
    return [
      ((event.clientX - left) / width) * picture.width,
      ((event.clientY - top) / height) * picture.height,
    ]
  }

  return (
    <div
      ref={frame}
      className="relative mx-auto w-fit max-w-full cursor-crosshair touch-none border border-line bg-raised"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setDrag({ from: place(event), to: place(event) })
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: place(event) })}
      onPointerUp={() => {
        if (drawn) onBox(drawn)
        setDrag(undefined)
      }}
      onPointerCancel={() => setDrag(undefined)}
    >
      <img
        src={picture.src}
        alt=""
        draggable={false}
        className="block max-h-[28rem] max-w-full select-none"
      />
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${picture.width} ${picture.height}`}
        className="pointer-events-none absolute inset-0 size-full"
      >
        {[...boxes, ...(drawn ? [drawn] : [])].map((box, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: as in the list.
            key={at}
            {...box}
            fill="rgb(255 74 43 / 0.2)"
            stroke="#ff4a2b"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
    </div>
  )
}

const sides = [
  ['x', 'Left'],
  ['y', 'Top'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const

function BoxNumbers({ box, name, onChange }: { box: Box; name: string; onChange: (box: Box) => void }) {
  return sides.map(([side, label]) => (
    <label key={side} className="label flex flex-col gap-1 text-muted">
      {label}
      <input
        type="number"
        aria-label={`${name}, ${label.toLowerCase()}`}
        value={box[side]}
        className="h-11 w-20 border border-edge bg-ground px-2 font-mono text-sm text-text"
        onChange={(event) => onChange({ ...box, [side]: Math.round(Number(event.target.value)) })}
      />
    </label>
  ))
}
