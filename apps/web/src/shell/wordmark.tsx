import { Link } from '../navigation/link.tsx'
import { Glitch } from './glitch/glitch.tsx'
import { glitchIntervals } from './glitch/schedule-glitches.ts'

/** The product's name, linked to Home. */
export function Wordmark() {
  return (
    <Link to="/" aria-label="Infra, home" className="inline-flex items-center gap-3 py-1">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="size-5 shrink-0"
        fill="none"
        stroke="currentColor"
      >
        <path d="M1 6V1h5M14 1h5v5M19 14v5h-5M6 19H1v-5" strokeWidth="1.5" />
        <path d="M7.5 7.5h5v5h-5z" fill="currentColor" stroke="none" />
      </svg>
      <span className="font-mono text-lg/6 font-semibold tracking-[0.24em]">
        <Glitch text="INFRA" interval={glitchIntervals.sidebarLabel} />
      </span>
    </Link>
  )
}
