import { lazy } from 'react'
import { OpenedNode } from '../nodes/node-details.tsx'
import { NodeTrustSection } from '../trust/node-trust.tsx'
import { ForModerators } from './for-moderators.tsx'

const Sanctioning = lazy(async () => ({
  default: (await import('../moderation/sanctioning.tsx')).Sanctioning,
}))

/** One node, with the actions of a moderator. */
export function NodePanel({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <OpenedNode id={id} onClose={onClose}>
      <NodeTrustSection id={id} />
      <ForModerators>
        <Sanctioning subject={{ node: id }} />
      </ForModerators>
    </OpenedNode>
  )
}
