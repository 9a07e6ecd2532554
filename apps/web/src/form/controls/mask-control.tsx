import { formatCount } from '@infra/protocol/values/format-count'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { MaskCanvas } from '../drawing/mask-canvas.tsx'
import type { Mark } from '../drawing/mask-marks.ts'
import { underlyingPicture } from '../drawing/underlying-picture.ts'
import { emptyMask, type MaskValue } from '../raw-value.ts'
import type { ControlProps } from './control.ts'

/** In hundredths of the picture's longer side. */
const BRUSH = { min: 1, max: 25, start: 6 }

export function MaskControl({ id, describedBy, field, value, values, onChange }: ControlProps<'mask'>) {
  const [brush, setBrush] = useState(BRUSH.start)
  const [erase, setErase] = useState(false)
  const [undone, setUndone] = useState<readonly Mark[]>([])
  const picture = underlyingPicture(values, field.over)
  if (!picture) {
    return (
      <p id={id} tabIndex={-1} className="border border-dashed border-line px-4 py-6 text-muted">
        Choose the picture first; then paint over it here.
      </p>
    )
  }
  const withMark = (mark: Mark) => ({ ...value, marks: [...value.marks, mark] })
  const undo = () => {
    const last = value.marks.at(-1)
    if (!last) return
    setUndone([...undone, last])
    onChange({ ...value, marks: value.marks.slice(0, -1) })
  }
  const redo = () => {
    const next = undone.at(-1)
    if (!next) return
    setUndone(undone.slice(0, -1))
    onChange(withMark(next))
  }
  /** After a change, what was undone before it can't be redone. */
  const change = (next: MaskValue) => {
    setUndone([])
    onChange(next)
  }
  const isEmpty = value.marks.length === 0 && !value.base

  return (
    <div className="flex flex-col gap-3">
      <MaskCanvas
        id={id}
        describedBy={`${describedBy} ${id}-keys`}
        label={field.label}
        picture={picture}
        mask={value}
        brushSize={Math.max(1, (brush / 100) * Math.max(picture.width, picture.height))}
        erase={erase}
        onMark={(mark) => change(withMark(mark))}
        onUndo={undo}
        onRedo={redo}
      />
      <p id={`${id}-keys`} className="label text-muted pointer-coarse:hidden">
        By keyboard: arrows move the frame, Shift sizes it, Enter paints it, Delete unpaints it, Z undoes, Y
        redoes, + and − zoom.
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <label className="flex min-w-48 flex-1 items-center gap-3 font-mono text-sm text-muted">
          Brush
          <input
            type="range"
            aria-label="Brush size"
            min={BRUSH.min}
            max={BRUSH.max}
            value={brush}
            className="h-11 min-w-0 flex-1 accent-text"
            onChange={(event) => setBrush(Number(event.target.value))}
          />
        </label>
        <div className="flex flex-wrap gap-2">
          <Button
            aria-pressed={erase}
            className="aria-pressed:bg-text aria-pressed:text-ground"
            onClick={() => setErase(!erase)}
          >
            Unpaint
          </Button>
          <Button disabled={value.marks.length === 0} onClick={undo}>
            Undo
          </Button>
          <Button disabled={undone.length === 0} onClick={redo}>
            Redo
          </Button>
          <Button disabled={isEmpty} onClick={() => change(emptyMask)}>
            Clear
          </Button>
        </div>
      </div>
      <p role="status" className="sr-only">
        {isEmpty ? 'Nothing is painted.' : `${formatCount(value.marks.length, 'mark')} painted.`}
      </p>
    </div>
  )
}
