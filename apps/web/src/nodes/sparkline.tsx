import { inferno } from '../ui/inferno.ts'

const [WIDTH, HEIGHT] = [64, 16]

/** Finished and failed of the last day against the busiest node: how much of the network's work this one does. */
export function Sparkline({ finished, failed, most }: { finished: number; failed: number; most: number }) {
  const share = most > 0 ? (finished + failed) / most : 0
  const done = most > 0 ? (finished / most) * WIDTH : 0
  const lost = most > 0 ? (failed / most) * WIDTH : 0
  return (
    <svg
      role="img"
      aria-label={`${finished} finished, ${failed} failed in 24 hours`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className="shrink-0"
    >
      <rect y={HEIGHT - 1} width={WIDTH} height={1} fill="var(--color-line)" />
      <rect y={4} width={done} height={HEIGHT - 6} fill={inferno(0.25 + 0.7 * share)} />
      <rect
        x={done}
        y={4}
        width={lost}
        height={HEIGHT - 6}
        fill="none"
        stroke="var(--color-hot)"
        strokeWidth={lost > 0 ? 1 : 0}
      />
    </svg>
  )
}
