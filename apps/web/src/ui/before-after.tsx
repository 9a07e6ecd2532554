import { type ReactNode, useState } from 'react'

interface BeforeAfterProps {
  before: ReactNode
  after: ReactNode
  className?: string
}

const MIDDLE = 50

/**
 * Compares two pictures with a divider that is moved by mouse, touch or arrow keys. A class puts it in the middle, because the page’s HTML
 * may have no inline styles.
 */
export function BeforeAfter({ before, after, className = '' }: BeforeAfterProps) {
  const [percent, setPercent] = useState(MIDDLE)
  const isMoved = percent !== MIDDLE
  return (
    <div className={`relative size-full ${className}`}>
      <div className="absolute inset-0">{after}</div>
      <div
        className="absolute inset-0 bg-ground [clip-path:inset(0_50%_0_0)]"
        style={isMoved ? { clipPath: `inset(0 ${100 - percent}% 0 0)` } : undefined}
      >
        {before}
      </div>
      <span className="absolute top-3 left-3 bg-ground px-2 py-1 label">before</span>
      <span className="absolute top-3 right-3 bg-ground px-2 py-1 label">after</span>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-text"
        style={isMoved ? { left: `${percent}%` } : undefined}
      >
        <span className="absolute top-1/2 left-1/2 size-9 -translate-1/2 rotate-45 border border-text bg-ground/70" />
      </div>
      <input
        type="range"
        aria-label="Compare before and after"
        aria-valuetext={`${percent} % before`}
        min={0}
        max={100}
        value={percent}
        className="peer absolute inset-0 size-full cursor-ew-resize appearance-none bg-transparent opacity-0"
        onChange={(event) => setPercent(Number(event.currentTarget.value))}
      />
      <div className="pointer-events-none absolute inset-0 peer-focus-visible:outline-2 peer-focus-visible:outline-cool" />
    </div>
  )
}
