import { useEffect, useRef } from 'react'
import type { MaskValue } from '../raw-value.ts'
import { drawMarks } from './draw-marks.ts'
import { type PaintingOptions, usePainting } from './use-painting.ts'

interface MaskCanvasProps extends PaintingOptions {
  id: string
  describedBy: string
  label: string
  mask: MaskValue
}

/** The canvas on screen can be coarser than the exported mask. */
const SHOWN_SIDE_MAX = 1200

export function MaskCanvas({ id, describedBy, label, mask, ...painting }: MaskCanvasProps) {
  const { picture, brushSize } = painting
  const { stroke, at, frame, handlers } = usePainting(painting)
  const canvas = useRef<HTMLCanvasElement>(null)
  const base = useRef<HTMLImageElement>(null)
  const scale = Math.min(1, SHOWN_SIDE_MAX / Math.max(picture.width, picture.height))

  function draw() {
    const marks = stroke ? [...mask.marks, stroke] : mask.marks
    const below = base.current?.complete ? base.current : undefined
    if (canvas.current) drawMarks(canvas.current, { marks, base: below, scale })
  }
  useEffect(draw)

  return (
    <div className="relative mx-auto w-fit max-w-full border border-line bg-raised">
      <img src={picture.src} alt="" className="block max-h-[28rem] max-w-full" />
      {mask.base?.url && <img ref={base} src={mask.base.url} alt="" className="hidden" onLoad={draw} />}
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is painted on, by pointer or by the keys that its description names. */}
      <canvas
        ref={canvas}
        id={id}
        role="application"
        aria-label={`${label}: paint over the picture`}
        aria-describedby={describedBy}
        tabIndex={0}
        width={Math.max(1, Math.round(picture.width * scale))}
        height={Math.max(1, Math.round(picture.height * scale))}
        className="absolute inset-0 size-full cursor-crosshair touch-none opacity-70"
        {...handlers}
      />
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${picture.width} ${picture.height}`}
        className="pointer-events-none absolute inset-0 size-full fill-none"
      >
        {at && !frame && (
          <circle
            cx={at[0]}
            cy={at[1]}
            r={brushSize / 2}
            className="stroke-text"
            vectorEffect="non-scaling-stroke"
          />
        )}
        {frame && (
          <rect
            {...frame}
            className="stroke-cool"
            strokeWidth="2"
            strokeDasharray="6 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
    </div>
  )
}
