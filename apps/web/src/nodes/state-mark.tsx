import type { PublicNode } from '@infra/protocol/nodes'
import { inferno } from '../ui/inferno.ts'
import { heatOf, stateLabels } from './describe-node.ts'

interface StateMarkProps {
  node: Pick<PublicNode, 'state' | 'running' | 'slots' | 'away'>
  /** Paused by the network, not by its operator. */
  isPaused?: boolean
}

export function StateMark({ node, isPaused = false }: StateMarkProps) {
  const isDark = node.state === 'offline'
  return (
    <span className={`inline-flex items-center gap-2.5 font-mono text-sm ${isDark ? 'text-muted' : ''}`}>
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 ${isDark ? 'border border-edge' : ''}`}
        style={isDark ? undefined : { background: inferno(heatOf(node)) }}
      />
      {labelOf(node, isPaused)}
      {node.running > 0 && (
        <span className="text-muted">
          {node.running}/{node.slots}
        </span>
      )}
    </span>
  )
}

function labelOf({ state, away }: StateMarkProps['node'], isPaused: boolean): string {
  if (state === 'maintenance' && isPaused) return 'Paused'
  return state === 'maintenance' && away ? 'Away' : stateLabels[state]
}
