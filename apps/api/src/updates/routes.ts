import { Refusal } from '@infra/protocol/refusal'
import { endNodeUpdate, getAgentRelease, startNodeUpdate } from '@infra/protocol/updates/node-updates'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { signRelease } from './served-release.ts'
import { endUpdate, grantUpdate } from './update-queries.ts'
import { RETRY_SECONDS } from './update-rules.ts'

export function updateRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, getAgentRelease, async () => {
    const release = await deps.servedRelease()
    if (!release) throw new Refusal('not_found', 'This network serves no node agent.')
    return signRelease(deps.networkKey, release)
  })

  route(server, deps, startNodeUpdate, async ({ caller, body }) => {
    const isGranted = await grantUpdate(deps.db, caller.id, body.version)
    return { isGranted, retryAfterSeconds: isGranted ? 0 : RETRY_SECONDS }
  })

  route(server, deps, endNodeUpdate, ({ caller, body }) => endUpdate(deps.db, caller.id, body))
}
