import { inferno } from '../ui/inferno.ts'

const HOURS = 24
const [STEP, HEIGHT] = [3, 16]

interface SparklineProps {
  /** Finished jobs in each of the last hours, oldest first. */
  hours: readonly number[]
  failed: number
  /** The most that any shown node finished in an hour: one scale for all rows, so that they can be compared. */
  most: number
}

/** A node's last day at a glance. */
export function Sparkline({ hours, failed, most }: SparklineProps) {
  const finished = hours.reduce((sum, count) => sum + count, 0)
  return (
    <svg
      role="img"
      aria-label={`${finished} finished, ${failed} failed in 24 hours`}
      viewBox={`0 0 ${HOURS * STEP} ${HEIGHT}`}
      width={HOURS * STEP}
      height={HEIGHT}
      className="shrink-0"
    >
      <rect y={HEIGHT - 1} width={HOURS * STEP} height={1} fill="var(--color-line)" />
      {hours.map((count, place) => {
        if (count === 0) return null
        const height = Math.max(2, (count / most) * HEIGHT)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: hours are identified by their position.
            key={place}
            x={place * STEP}
            y={HEIGHT - height}
            width={STEP - 1}
            height={height}
            fill={inferno(0.25 + 0.7 * (count / most))}
          />
        )
      })}
    </svg>
  )
}
