import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AgentVersion, SignedAgentRelease } from '../signatures/agent-releases.ts'

/** For its operator: the state of the newest agent version on this node. */
export const NodeUpdate = z.object({
  version: z.string(),
  /** `available`: it doesn't run it yet. `failed`: it wasn't installed, or the node rolled back. */
  state: z.enum(['available', 'updating', 'failed']),
  problem: z.string().nullable(),
})
export type NodeUpdate = z.infer<typeof NodeUpdate>

export const getAgentRelease = endpoint({
  method: 'GET',
  path: '/node/release',
  summary: 'The version of the node agent that this network serves, signed with its key.',
  caller: 'anyone',
  response: SignedAgentRelease,
  limit: { count: 120, seconds: 60 },
  refusals: [],
})

export const PROBLEM_CHARACTERS_MAX = 300

export const startNodeUpdate = endpoint({
  method: 'POST',
  path: '/node/update',
  summary:
    'The node asks whether it may update now: no more than a tenth of an operator’s nodes do at once, and one always may.',
  caller: 'node',
  body: z.strictObject({ version: AgentVersion }),
  bodyBytesMax: 1024,
  response: z.object({
    isGranted: z.boolean(),
    /** When to ask again if it isn't granted. */
    retryAfterSeconds: z.int(),
  }),
  limit: { count: 6, seconds: 10 },
  refusals: ['session_superseded'],
})

export const endNodeUpdate = endpoint({
  method: 'POST',
  path: '/node/update/end',
  summary: 'The node says how its update went, or why it did not take a version.',
  caller: 'node',
  body: z.strictObject({
    version: AgentVersion,
    /** Undefined if it succeeded. */
    problem: z.string().trim().min(1).max(PROBLEM_CHARACTERS_MAX).optional(),
  }),
  bodyBytesMax: 4096,
  response: null,
  limit: { count: 6, seconds: 10 },
  refusals: ['session_superseded'],
})
