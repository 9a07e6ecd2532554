import {
  confirmLink as confirmLinkEndpoint,
  createLinkToken as createLinkTokenEndpoint,
  endNodeSession as endNodeSessionEndpoint,
  getLink,
  getNode,
  listMyNodes,
  listNodes as listNodesEndpoint,
  removeNode as removeNodeEndpoint,
  requestLink as requestLinkEndpoint,
  requestNodeChallenge as requestNodeChallengeEndpoint,
  startNodeSession as startNodeSessionEndpoint,
  updateNode as updateNodeEndpoint,
} from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyInstance } from 'fastify'
import { getAddress, type Hex } from 'viem'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { refuseReserved } from '../users/name-key.ts'
import { readAddress } from '../users/read-address.ts'
import { endNodeSession } from './end-node-session.ts'
import { confirmLink, createLinkToken, requestLink } from './link-node.ts'
import { requestNodeChallenge } from './node-challenge.ts'
import { findLink, findSeenNode, listNodes, type SeenNode, updateNode } from './node-queries.ts'
import { ownNode } from './own-node.ts'
import { presentMyNodes, presentNodes } from './present-node.ts'
import { removeNode } from './remove-node.ts'
import { startNodeSession } from './start-node-session.ts'

export function nodeRoutes(server: FastifyInstance, deps: Deps): void {
  const { db, now } = deps

  route(server, deps, listNodesEndpoint, async ({ query }) => {
    const rows = await listNodes(db)
    const wanted = query.app_id ? rows.filter((row) => row.apps.some(({ id }) => id === query.app_id)) : rows
    return { items: await presentNodes(db, wanted, now()) }
  })

  route(server, deps, getNode, async ({ params }) => {
    const row = found(await findSeenNode(db, params.id.toLowerCase()))
    return (await presentNodes(db, [row], now()))[0]!
  })

  route(server, deps, listMyNodes, async ({ caller }) => ({
    items: await presentMyNodes(db, await listNodes(db, caller.address), now()),
  }))

  route(server, deps, updateNodeEndpoint, async ({ caller, params, body }) => {
    const id = (await ownNode(deps, params.id, caller.address)).id
    if (body.name !== undefined) refuseReserved(body.name)
    await updateNode(db, id, body)
    return (await presentMyNodes(db, [(await findSeenNode(db, id))!], now()))[0]!
  })

  route(server, deps, removeNodeEndpoint, ({ caller, params }) =>
    removeNode(deps, { nodeId: params.id, operator: caller.address }),
  )

  linkRoutes(server, deps)
  sessionRoutes(server, deps)
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
    return (await presentMyNodes(db, [(await findSeenNode(db, id))!], now()))[0]!
  })

  route(server, deps, createLinkTokenEndpoint, ({ caller }) => createLinkToken(deps, caller.address))
}

function sessionRoutes(server: FastifyInstance, deps: Deps): void {
  route(server, deps, requestNodeChallengeEndpoint, ({ body }) =>
    requestNodeChallenge(deps, readAddress(body.node)),
  )

  route(server, deps, startNodeSessionEndpoint, ({ body }) => startNodeSession(deps, body))

  route(server, deps, endNodeSessionEndpoint, ({ caller }) => endNodeSession(deps, caller.id))
}

function found(row: SeenNode | undefined): SeenNode {
  if (!row) throw new Refusal('not_found', 'There is no such node.')
  return row
}
