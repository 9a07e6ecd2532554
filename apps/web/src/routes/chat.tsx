import { ButtonLink } from '../shell/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'

export function Chat() {
  return (
    <EmptyState
      sources={sleeper}
      title="I am Infra. I am not awake yet."
      actions={<ButtonLink to="/feedback">Leave a question</ButtonLink>}
    >
      <p>
        Ask me about apps, nodes and prices, or why a job is waiting. I answer from what the network knows,
        and say so when I do not know.
      </p>
      <p>The conversation opens with the chat release.</p>
    </EmptyState>
  )
}

/** A visor with its eyes shut. */
const sleeper: Source[] = [
  { x: 19, y: 3, width: 26, height: 12, heat: 0.09, blur: 2 },
  { x: 20, y: 6, width: 24, height: 5, heat: 0.15, blur: 1 },
  { x: 23, y: 9, width: 6, height: 1, heat: 0.3, blur: 0.9 },
  { x: 35, y: 9, width: 6, height: 1, heat: 0.3, blur: 0.9 },
]
