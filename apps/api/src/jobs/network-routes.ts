import { releaseUnheld } from '@infra/protocol/attempts'
import {
  endNodeSession,
  removeNode,
  startNodeSession as startNodeSessionEndpoint,
} from '@infra/protocol/nodes'
import { listNetworkKeys as listNetworkKeysEndpoint } from '@infra/protocol/signatures/network-keys'
import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { listNetworkKeys } from '../auth/network-key.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { closeEventStreams } from '../http/event-stream.ts'
import { route } from '../http/route.ts'
import { findSeenNode, updateNode } from '../nodes/node-queries.ts'
import { pauseDroppers, pauseReleasers } from '../nodes/pause-nodes.ts'
import { ownNode } from '../nodes/routes.ts'
import { startNodeSession } from '../nodes/start-node-session.ts'
import { attemptRoutes, publishEnded } from './attempt-routes.ts'
import { openClaimWaiters } from './claim-waiters.ts'
import { lapseOrphans, releaseAllOf } from './end-jobs.ts'
import { jobDispatcher } from './job-dispatcher.ts'
import { jobRoutes } from './routes.ts'
import { watchRoutes } from './watch-routes.ts'
import { openWatchers } from './watchers.ts'

/** All endpoints of jobs and attempts, with those who wait at them: when the server closes, they are sent away first. */
export function networkRoutes(server: FastifyInstance, deps: Deps, registry: Registry): void {
  const waiters = openClaimWaiters(deps.notifications)
  new Gauge({
    name: 'infra_nodes_waiting',
    help: 'Nodes that wait for a job at this process.',
    registers: [registry],
    collect() {
      this.set(waiters.count())
    },
  })
  const watchers = openWatchers(deps, (error) =>
    server.log.warn({ err: error }, 'a change could not be told'),
  )
  server.addHook('preClose', async () => {
    waiters.close()
    watchers.close()
    closeEventStreams(server)
  })

  watchRoutes(server, deps, watchers)
  const dispatcher = jobDispatcher(deps, waiters)
  jobRoutes(server, deps, dispatcher)
  attemptRoutes(server, deps, { dispatcher, watchers })

  route(server, deps, listNetworkKeysEndpoint, async () => ({ items: await listNetworkKeys(deps.db) }))

  route(server, deps, startNodeSessionEndpoint, async ({ body }) => {
    const session = await startNodeSession(deps, body)
    if (body.holding) {
      const lapsed = await lapseOrphans(deps.db, body.node.toLowerCase(), body.holding)
      if (lapsed.length > 0) await pauseDroppers(deps.db, [[body.node.toLowerCase()]])
      publishEnded(deps, lapsed)
    }
    return session
  })

  route(server, deps, releaseUnheld, async ({ caller, body }) => {
    const released = await releaseAllOf(deps.db, caller.id, { but: body.holding })
    if (released.length > 0) await pauseReleasers(deps.db, [[caller.id]])
    publishEnded(deps, released)
  })

  route(server, deps, endNodeSession, async ({ caller }) => {
    await updateNode(deps.db, caller.id, { sessionId: null, lastSeenAt: null })
    deps.notifications.publish('node', caller.id)
    // A claim that was answered while the node was leaving gave it something that it never got.
    const released = await releaseAllOf(deps.db, caller.id)
    if (released.length > 0) await pauseReleasers(deps.db, [[caller.id]])
    publishEnded(deps, released)
  })

  route(server, deps, removeNode, async ({ caller, params }) => {
    const { id } = ownNode(await findSeenNode(deps.db, params.id.toLowerCase()), caller.address)
    const released = await transaction(deps.db, async (tx) => {
      await updateNode(tx, id, { removedAt: deps.now(), sessionId: null })
      const given = await releaseAllOf(tx, id)
      if (given.length > 0) await pauseReleasers(tx, [[id]])
      return given
    })
    deps.notifications.publish('node', id)
    publishEnded(deps, released)
  })
}
