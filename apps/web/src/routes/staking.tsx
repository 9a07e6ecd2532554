import { ButtonLink } from '../shell/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'

export function Staking() {
  return (
    <EmptyState
      sources={layers}
      title="There is nothing to stake yet."
      actions={<ButtonLink to="/devlog">Follow the devlog</ButtonLink>}
    >
      <p>
        Staking puts tokens behind the network and gives a daily allowance of credits. Balance, rewards and
        every transaction will be here, and leaving will always be possible.
      </p>
      <p>No contract is configured in this version, so nothing here can ask your wallet for a signature.</p>
    </EmptyState>
  )
}

/** Layers, the widest at the bottom. */
const layers: Source[] = [10, 20, 32, 44].map((width, index) => ({
  x: 32 - width / 2,
  y: 1.5 + index * 4,
  width,
  height: 2,
  heat: 0.1 + index * 0.045,
  blur: 1,
}))
