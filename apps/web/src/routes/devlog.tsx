import { ButtonLink } from '../shell/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'

export function Devlog() {
  return (
    <EmptyState
      sources={entries}
      title="The first entry is still being written."
      actions={<ButtonLink to="/feedback">Send feedback</ButtonLink>}
    >
      <p>
        What changed, when and why will be told here, entry by entry, and which reports from people like you
        it closed.
      </p>
      <p>Entries open in a later version of the beta.</p>
    </EmptyState>
  )
}

/** A trunk with lines of text on it. */
const entries: Source[] = [
  { x: 6, y: 1, width: 1, height: 16, heat: 0.12, blur: 1 },
  ...[34, 46, 27, 40].map((width, index) => ({
    x: 12,
    y: 2 + index * 4,
    width,
    height: 1,
    heat: 0.22 - index * 0.03,
    blur: 1.1,
  })),
  ...[0, 1, 2, 3].map((index) => ({
    x: 5,
    y: 2 + index * 4,
    width: 3,
    height: 1,
    heat: 0.25 - index * 0.03,
  })),
]
