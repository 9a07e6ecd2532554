import { inferno } from '../ui/inferno.ts'

export interface Bar {
  label: string
  /** Undefined if nothing was measured. */
  value: number | null
  /** The part that is drawn solid; the rest is faint. All of it by default. */
  full?: number | null
  text: string
}

interface HourBarsProps {
  title: string
  /** A text alternative for the chart. */
  summary: string
  bars: readonly Bar[]
  /** Heat means activity, so a chart of anything else has one cool color. */
  scale: 'heat' | 'still' | 'hot'
  /** The largest value, formatted. */
  top: string
}

const HEIGHT = 96
const STEP = 10

/** One bar per hour, oldest first. */
export function HourBars({ title, summary, bars, scale, top }: HourBarsProps) {
  const max = Math.max(...bars.map(({ value }) => value ?? 0), 0)
  return (
    <figure className="flex min-w-0 flex-col gap-3 border border-line p-4 sm:p-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-mono text-sm">{title}</h3>
        <span className="label text-muted">{top}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}. ${summary}`}
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full"
      >
        {bars.map(({ label, value, full = value, text }, index) => {
          const share = value && max > 0 ? value / max : 0
          const fill = share > 0 ? colours[scale](share) : 'var(--color-line)'
          const column = { x: index * STEP + 1, width: STEP - 2, fill }
          return (
            <g key={label}>
              <title>{`${label}: ${text}`}</title>
              <rect x={index * STEP} y={0} width={STEP} height={HEIGHT} fill="transparent" />
              {full !== value && <rect {...column} {...upright(share)} fillOpacity={0.4} />}
              <rect {...column} {...upright(full !== value && max > 0 ? (full ?? 0) / max : share)} />
            </g>
          )
        })}
      </svg>
      <div aria-hidden="true" className="label flex justify-between text-muted">
        <span>{bars[0]?.label}</span>
        <span>now</span>
      </div>
    </figure>
  )
}

/** Relative to the highest bar. Small values stay visible, and zero is a line. */
function upright(share: number): { y: number; height: number } {
  const height = share > 0 ? Math.max(3, share * HEIGHT) : 1
  return { y: HEIGHT - height, height }
}

const colours: Record<HourBarsProps['scale'], (share: number) => string> = {
  heat: (share) => inferno(0.25 + 0.7 * share),
  still: () => 'var(--color-cool)',
  hot: () => 'var(--color-hot)',
}
