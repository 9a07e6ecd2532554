import { useEffect, useRef } from 'react'
import type { MaskValue } from '../raw-value.ts'
import { drawMarks } from './draw-marks.ts'
import { type PaintingOptions, usePainting, ZOOM_STEP } from './use-painting.ts'
import { useZoom } from './use-zoom.ts'

interface MaskCanvasProps extends Omit<PaintingOptions, 'zoom'> {
  id: string
  describedBy: string
  label: string
  mask: MaskValue
}

/** The canvas on screen can be coarser than the exported mask. */
const SHOWN_SIDE_MAX = 1200

/** The picture that is painted on. */
export function MaskCanvas({ id, describedBy, label, mask, ...painting }: MaskCanvasProps) {
  const { picture, brushSize } = painting
  const view = useZoom()
  const { stroke, at, frame, handlers } = usePainting({ ...painting, zoom: view })
  const canvas = useRef<HTMLCanvasElement>(null)
  const base = useRef<HTMLImageElement>(null)
  const scale = Math.min(1, SHOWN_SIDE_MAX / Math.max(picture.width, picture.height))

  function draw() {
    const marks = stroke ? [...mask.marks, stroke] : mask.marks
    const below = base.current?.complete ? base.current : undefined
    if (canvas.current) drawMarks(canvas.current, { marks, base: below, scale })
  }
  useEffect(draw)

  const ratio = picture.width / picture.height
  return (
    <div className="relative border border-line bg-raised">
      <div ref={view.container} className="max-h-[28rem] overflow-auto">
        <div
          className="relative mx-auto"
          style={{
            aspectRatio: ratio,
            width: `calc(min(100%, 28rem * ${ratio}) * ${view.zoom})`,
          }}
        >
          <img src={picture.src} alt="" draggable={false} className="block size-full" />
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
      </div>
      <div className="absolute right-3 bottom-3 flex border border-edge bg-ground">
        {zooms.map(({ name, sign, factor }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            disabled={factor < 1 && view.zoom === 1}
            className="grid size-11 place-items-center font-mono text-lg text-muted enabled:hover:text-text disabled:opacity-40"
            onClick={() => view.zoomBy(factor)}
          >
            {sign}
          </button>
        ))}
      </div>
    </div>
  )
}

const zooms = [
  { name: 'Zoom out', sign: '−', factor: 1 / ZOOM_STEP },
  { name: 'Zoom in', sign: '+', factor: ZOOM_STEP },
]
