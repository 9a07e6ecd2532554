import { ButtonLink } from '../shell/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'

export function Apps() {
  return (
    <EmptyState
      sources={shelf}
      title="The shelf is built; the apps are on their way."
      actions={<ButtonLink to="/feedback">Ask for an app</ButtonLink>}
    >
      <p>
        An app takes a picture, a text or a sound and gives one back: it cuts out, enlarges, reads aloud,
        transcribes. Each will say here what it costs and how long it takes before you run it.
      </p>
      <p>The catalogue opens in a later version of the beta.</p>
    </EmptyState>
  )
}

/** Two rows of slots. */
const shelf: Source[] = Array.from({ length: 14 }, (_, slot) => ({
  x: 3 + (slot % 7) * 8.7,
  y: slot < 7 ? 2 : 11,
  width: 5,
  height: 5,
  heat: 0.09 + ((slot * 5) % 7) * 0.022,
  blur: 1.2,
}))
