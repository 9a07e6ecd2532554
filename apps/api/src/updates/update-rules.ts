import type { AgentRelease } from '@infra/protocol/signatures/agent-releases'
import type { NodeUpdate } from '@infra/protocol/updates/node-updates'

/** A node that has not said by then how it went may no longer hold up the others. */
export const UPDATE_MINUTES = 15

/** When a node that has to wait for its operator's other nodes asks again. */
export const ASK_AGAIN_SECONDS = 10

/** An operator's nodes that may update at once: a tenth, and one always. */
export const UPDATING_SHARE = 0.1

/** Packed agents name their content in their version; one that runs from a checkout is updated with it. */
const PACKED = /-b[0-9a-f]{12}$/

interface UpdatingNode {
  agentVersion: string | null
  updateVersion: string | null
  isUpdating: boolean
  updateProblem: string | null
}

/** What its operator is told about the agent of a node. */
export function updateOf(node: UpdatingNode, served: AgentRelease | undefined): NodeUpdate | null {
  const { agentVersion, updateVersion, isUpdating, updateProblem } = node
  if (updateVersion && isUpdating) return { version: updateVersion, state: 'updating', problem: null }
  if (!served || !agentVersion || agentVersion === served.version || !PACKED.test(agentVersion)) return null
  if (updateVersion === served.version && updateProblem)
    return { version: served.version, state: 'failed', problem: updateProblem }
  return { version: served.version, state: 'available', problem: null }
}
