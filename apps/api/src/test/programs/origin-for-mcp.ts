import { vi } from 'vitest'
import { startForwarder } from '../servers/start-forwarder.ts'
import type { TestApi } from '../start-test-api.ts'

/**
 * Where clients of MCP connect to. `PROOF_SABOTAGE=mcp_cancel`: cancelled calls aren't noticed, because messages that say so are lost and closed
 * connections stay open behind a proxy. The tests of cancelled calls must then fail.
 */
export async function originForMcp({ origin, deps }: TestApi): Promise<string> {
  if (process.env.PROOF_SABOTAGE !== 'mcp_cancel') return origin
  const { publish } = deps.notifications
  vi.spyOn(deps.notifications, 'publish').mockImplementation((topic, subject) => {
    if (topic !== 'mcp_cancelled') publish(topic, subject)
  })
  return startForwarder((request) => ({ ...request, origin }))
}
