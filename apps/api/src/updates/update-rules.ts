import type { AgentRelease } from '@infra/protocol/signatures/agent-releases'
import type { NodeUpdate } from '@infra/protocol/updates/node-updates'

/** A node that hasn't reported the outcome by then no longer holds up the others. */
export const UPDATE_MINUTES = 15

/** When a node that has to wait for its operator's other nodes should ask again. */
export const RETRY_SECONDS = 10

/** The share of an operator's nodes that may update at once: a tenth, but at least one. */
export const UPDATING_SHARE = 0.1

/** Packed agents have a digest of their content in their version; an agent that runs from a checkout is updated with the checkout. */
const PACKED = /-b[0-9a-f]{12}$/

interface UpdatingNode {
  agentVersion: string | null
  updateVersion: string | null
  isUpdating: boolean
  updateProblem: string | null
}

/** What its operator sees about the update of a node's agent. */
export function updateOf(node: UpdatingNode, served: AgentRelease | undefined): NodeUpdate | null {
  const { agentVersion, updateVersion, isUpdating, updateProblem } = node
  if (updateVersion && isUpdating) return { version: updateVersion, state: 'updating', problem: null }
  if (!served || !agentVersion || agentVersion === served.version || !PACKED.test(agentVersion)) return null
  if (updateVersion === served.version && updateProblem)
    return { version: served.version, state: 'failed', problem: updateProblem }
  return { version: served.version, state: 'available', problem: null }
}
