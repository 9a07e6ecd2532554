import { inferno } from '../../ui/inferno.ts'

/** On the heat scale: the further along, the hotter. */
export function ProgressBar({ part, label }: { part: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      className="h-1 bg-line"
    >
      <div
        className="h-full origin-left transition-transform duration-300"
        style={{ transform: `scaleX(${part})`, backgroundColor: inferno(0.35 + part * 0.45) }}
      />
    </div>
  )
}
