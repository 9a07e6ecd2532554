import { ButtonLink } from '../shell/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'

export function Nodes() {
  return (
    <EmptyState
      sources={network}
      title="No node has joined yet."
      actions={<ButtonLink to="/devlog">Follow the devlog</ButtonLink>}
    >
      <p>
        A node is a machine that runs other people’s jobs and earns credits for it. This screen will show
        every one of them: what it serves, how busy it is, how often it fails.
      </p>
      <p>
        Joining the network opens in a later version of the beta. A busy node will glow; what you see is a
        network at rest.
      </p>
    </EmptyState>
  )
}

/** Machines, and the lines between them. */
const network: Source[] = [
  { x: 6, y: 4, width: 3, height: 3, heat: 0.22 },
  { x: 17, y: 12, width: 2, height: 2, heat: 0.18 },
  { x: 27, y: 5, width: 4, height: 4, heat: 0.25 },
  { x: 39, y: 12, width: 3, height: 3, heat: 0.2 },
  { x: 48, y: 3, width: 2, height: 2, heat: 0.18 },
  { x: 56, y: 10, width: 3, height: 3, heat: 0.22 },
  { x: 8, y: 5, width: 20, height: 1, heat: 0.07, blur: 0.8 },
  { x: 18, y: 6, width: 1, height: 6, heat: 0.07, blur: 0.8 },
  { x: 30, y: 6, width: 10, height: 1, heat: 0.07, blur: 0.8 },
  { x: 40, y: 6, width: 1, height: 6, heat: 0.07, blur: 0.8 },
  { x: 40, y: 4, width: 9, height: 1, heat: 0.06, blur: 0.8 },
  { x: 49, y: 4, width: 8, height: 1, heat: 0.06, blur: 0.8 },
  { x: 57, y: 4, width: 1, height: 7, heat: 0.06, blur: 0.8 },
]
