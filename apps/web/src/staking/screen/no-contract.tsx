import { ButtonLink } from '../../navigation/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Source } from '../../ui/thermal-image.tsx'

/** Shown if no contract is configured. */
export function NoContract() {
  return (
    <EmptyState
      sources={layers}
      title="Staking isn’t available here."
      actions={<ButtonLink to="/devlog">Follow the devlog</ButtonLink>}
    >
      <p>
        Staking backs the network with tokens and gives you credits every day. Where it’s available, this page
        shows your stake, rewards and transactions, and you can always withdraw.
      </p>
      <p>No contract is configured on this network, so nothing here can ask your wallet for a signature.</p>
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
