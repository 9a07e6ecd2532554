import { requestCheck as requestCheckEndpoint } from '@infra/protocol/jobs'
import { judgeCheck as judgeCheckEndpoint, listDisputedChecks } from '@infra/protocol/moderation'
import { Refusal } from '@infra/protocol/refusal'
import { getNodeTrust, getTrustFigures, listDraws as listDrawsEndpoint } from '@infra/protocol/trust'
import type { FastifyInstance } from 'fastify'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { pageWith, readCursor, UUID_CURSOR } from '../http/page.ts'
import { route } from '../http/route.ts'
import { findSeenNode } from '../nodes/node-queries.ts'
import { checksNodes, isReferenceOperator } from '../trust/trust-records.ts'
import { listDisputed, presentDisputed } from './disputed-checks.ts'
import { judgeCheck } from './judge-check.ts'
import { listDraws } from './list-draws.ts'
import { requestCheck } from './request-check.ts'
import { listNodeTrust, readTrustFigures } from './trust-figures.ts'

/** All callers share one count. */
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
      items: checksNodes(deps.config) ? await listNodeTrust(deps.db, node.id) : [],
    }
  })

  route(server, deps, listDisputedChecks, async ({ query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listDisputed(deps.db, { ...query, before })
    return pageWith(rows, query, {
      cursor: ({ id }) => id,
      presentAll: (shown) => presentDisputed(deps, shown),
    })
  })

  route(server, deps, judgeCheckEndpoint, async ({ caller, params, body }) => {
    await judgeCheck(deps, { ...params, ...body, moderator: caller.address })
    return params
  })
}
