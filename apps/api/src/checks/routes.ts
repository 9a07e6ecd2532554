import { requestCheck as requestCheckEndpoint } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { getNodeTrust, getTrustFigures, listDraws as listDrawsEndpoint } from '@infra/protocol/trust'
import type { FastifyInstance } from 'fastify'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { findSeenNode } from '../nodes/node-queries.ts'
import { isReferenceOperator } from '../trust/trust-records.ts'
import { listDraws } from './list-draws.ts'
import { requestCheck } from './request-check.ts'
import { listNodeTrust, readTrustFigures } from './trust-figures.ts'

/** Everyone shares one count. */
const COUNTED_MS = 10_000

export function checkRoutes(server: FastifyInstance, deps: Deps): void {
  const readFigures = memoizeForMs(COUNTED_MS, () => readTrustFigures(deps))
  route(server, deps, getTrustFigures, () => readFigures())

  route(server, deps, listDrawsEndpoint, ({ params, query }) => listDraws(deps, params.day, query.after))

  route(server, deps, requestCheckEndpoint, ({ caller, params }) =>
    requestCheck(deps, { jobId: params.id, address: caller.address }),
  )

  route(server, deps, getNodeTrust, async ({ params }) => {
    const node = await findSeenNode(deps.db, params.id.toLowerCase())
    if (!node) throw new Refusal('not_found', 'There is no such node.')
    return {
      isReference: isReferenceOperator(deps, node.operator),
      items: await listNodeTrust(deps.db, node.id),
    }
  })
}
