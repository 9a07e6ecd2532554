import {
  getMyNode,
  listMyNodes,
  listNodeAttempts,
  updateMyNodes as updateMyNodesEndpoint,
} from '@infra/protocol/nodes/my-nodes'
import { getNodeLog, sendNodeLog } from '@infra/protocol/nodes/node-log'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { pageOf, pageWith, readCursor, UUID_CURSOR } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { listNodeIds, NODE_CURSOR } from '../list-nodes.ts'
import { listNodesById } from '../node-queries.ts'
import { ownNode } from '../own-node.ts'
import { presentMyNodes } from '../present-node.ts'
import { countFailures, listAttempts } from './list-attempts.ts'
import { countMyNodes } from './my-node-queries.ts'
import { appendNodeLog, findNodeLog } from './node-log.ts'
import { updateMyNodes } from './update-my-nodes.ts'

export function myNodeRoutes(server: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const present = async (ids: string[]) => presentMyNodes(deps, await listNodesById(db, ids))

  route(server, deps, listMyNodes, async ({ caller, query }) => {
    readCursor(query.before, NODE_CURSOR)
    const ids = await listNodeIds(db, { sort: 'name', ...query, operator: caller.address })
    const [page, counts] = await Promise.all([
      pageWith(ids, query, { cursor: (id) => id.slice(2), presentAll: present }),
      countMyNodes(db, caller.address),
    ])
    return { ...page, counts }
  })

  route(server, deps, updateMyNodesEndpoint, async ({ caller, body }) => ({
    items: await present(await updateMyNodes(deps, caller.address, body)),
  }))

  route(server, deps, getMyNode, async ({ caller, params }) => {
    const row = await ownNode(deps, params.id, caller.address)
    const [[node], failures] = await Promise.all([
      presentMyNodes(deps, [row]),
      countFailures(db, row.id, row.account),
    ])
    return { ...node!, failures }
  })

  route(server, deps, getNodeLog, async ({ caller, params }) => {
    const { id } = await ownNode(deps, params.id, caller.address)
    return { log: await findNodeLog(db, id) }
  })

  route(server, deps, sendNodeLog, ({ caller, body }) => appendNodeLog(db, caller.id, body.lines))

  route(server, deps, listNodeAttempts, async ({ caller, params, query }) => {
    readCursor(query.before, UUID_CURSOR)
    const { id: nodeId, account } = await ownNode(deps, params.id, caller.address)
    const attempts = await listAttempts(db, { ...query, nodeId, account })
    return pageOf(attempts, query, { cursor: ({ id }) => id, present: (attempt) => attempt })
  })
}
