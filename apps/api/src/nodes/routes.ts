import { catalogue } from '@infra/protocol/apps/catalogue'
import {
  confirmLink as confirmLinkEndpoint,
  createLinkToken as createLinkTokenEndpoint,
  endNodeSession as endNodeSessionEndpoint,
  getLink,
  getNode,
  getNodeMap,
  getNodeSession,
  listNodes as listNodesEndpoint,
  MAP_CELLS,
  MAP_COLUMNS,
  type MapCell,
  type NodeQuery,
  type PublicNode,
  removeNode as removeNodeEndpoint,
  requestLink as requestLinkEndpoint,
  requestNodeChallenge as requestNodeChallengeEndpoint,
  startNodeSession as startNodeSessionEndpoint,
  updateNode as updateNodeEndpoint,
} from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { getAddress, type Hex } from 'viem'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { pageWith, readCursor } from '../http/page.ts'
import { route } from '../http/route.ts'
import { refuseReserved } from '../users/name-key.ts'
import { readAddress } from '../users/read-address.ts'
import { endNodeSession } from './end-node-session.ts'
import { confirmLink, createLinkToken, requestLink } from './link-node.ts'
import { listNodeIds, NODE_CURSOR } from './list-nodes.ts'
import { myNodeRoutes } from './mine/routes.ts'
import { cachedNetworkNow } from './network-now.ts'
import { requestNodeChallenge } from './node-challenge.ts'
import { readDoneSince } from './node-figures.ts'
import { findLink, findSeenNode, listNodesById, type SeenNode, updateNode } from './node-queries.ts'
import { stateOf, whyNoJobs } from './node-rules.ts'
import { ownNode } from './own-node.ts'
import { presentMyNodes, presentNodes } from './present-node.ts'
import { removeNode } from './remove-node.ts'
import { startNodeSession } from './start-node-session.ts'

/** However many people look, the database is queried once per second. */
const CACHED_MS = 1_000
const PAGES_MAX = 200

export function nodeRoutes(server: FastifyInstance, deps: Deps): void {
  const { db, now } = deps

  const readPage = nodePages(deps)
  route(server, deps, listNodesEndpoint, ({ query }) => readPage(query))

  const readMap = cachedNetworkNow(db)
  route(server, deps, getNodeMap, async () => {
    const { map } = await readMap()
    const cells = Array.from({ length: MAP_CELLS }, (_, cell): MapCell => map[cell] ?? [0, 0, 0, 0])
    return { columns: MAP_COLUMNS, cells }
  })

  route(server, deps, getNode, async ({ params }) => {
    const row = found(await findSeenNode(db, params.id.toLowerCase()))
    return (await presentNodes(db, [row], now()))[0]!
  })

  route(server, deps, updateNodeEndpoint, async ({ caller, params, body }) => {
    const id = (await ownNode(deps, params.id, caller.address)).id
    if (body.name !== undefined) refuseReserved(body.name)
    await updateNode(db, id, body)
    return (await presentMyNodes(deps, [(await findSeenNode(db, id))!]))[0]!
  })

  route(server, deps, removeNodeEndpoint, ({ caller, params }) =>
    removeNode(deps, { nodeId: params.id, operator: caller.address }),
  )

  myNodeRoutes(server, deps)
  linkRoutes(server, deps)
  sessionRoutes(server, deps)
}

/** Everyone who looks at the same page of the list shares one read per second. */
function nodePages({ db, now }: Deps): (query: NodeQuery) => Promise<{ items: PublicNode[]; next?: string }> {
  const pages = new LRUCache<string, () => ReturnType<typeof read>>({ max: PAGES_MAX })

  async function read(query: NodeQuery) {
    const ids = await listNodeIds(db, query)
    return pageWith(ids, query, {
      cursor: (id) => id.slice(2),
      presentAll: async (shown) => presentNodes(db, await listNodesById(db, shown), now()),
    })
  }

  return (query) => {
    readCursor(query.before, NODE_CURSOR)
    const key = JSON.stringify(Object.entries(query).toSorted())
    const page = pages.get(key) ?? memoizeForMs(CACHED_MS, () => read(query))
    pages.set(key, page)
    return page()
  }
}

function linkRoutes(server: FastifyInstance, deps: Deps): void {
  const { db, now } = deps

  route(server, deps, requestLinkEndpoint, ({ body }) =>
    requestLink(deps, { ...body, node: readAddress(body.node), signature: body.signature as Hex }),
  )

  route(server, deps, getLink, async ({ params }) => {
    const link = await findLink(db, params.code, now())
    if (!link) throw new Refusal('not_found', 'No machine shows this code, or no longer.')
    return { ...link, node: getAddress(link.nodeId as Hex) }
  })

  route(server, deps, confirmLinkEndpoint, async ({ caller, params }) => {
    const id = await confirmLink(deps, { code: params.code, operator: caller.address })
    return (await presentMyNodes(deps, [(await findSeenNode(db, id))!]))[0]!
  })

  route(server, deps, createLinkTokenEndpoint, ({ caller }) => createLinkToken(deps, caller.address))
}

function sessionRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, requestNodeChallengeEndpoint, ({ body }) =>
    requestNodeChallenge(deps, readAddress(body.node)),
  )

  route(server, deps, startNodeSessionEndpoint, ({ body, network }) =>
    startNodeSession(deps, body, network()),
  )

  route(server, deps, getNodeSession, async ({ caller, query }) => {
    const row = found(await findSeenNode(deps.db, caller.id))
    const done = await readDoneSince(deps.db, caller.id, query.since)
    return { state: stateOf(row), whyNoJobs: whyNoJobs(row, catalogue), ...done }
  })

  route(server, deps, endNodeSessionEndpoint, ({ caller }) => endNodeSession(deps, caller.id))
}

function found(row: SeenNode | undefined): SeenNode {
  if (!row) throw new Refusal('not_found', 'There is no such node.')
  return row
}
