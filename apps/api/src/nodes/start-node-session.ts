import { randomUUID } from 'node:crypto'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { Input, Output } from '@infra/protocol/endpoint'
import {
  type startNodeSession as endpoint,
  NODE_PROTOCOL,
  NODE_PROTOCOL_OLDEST,
  SLOTS_MAX,
} from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { AgentVersion } from '@infra/protocol/signatures/agent-releases'
import { getAddress, type Hex } from 'viem'
import { lapseOrphans } from '../attempts/lapse-leases.ts'
import { leaveUnheld } from '../attempts/release-attempt.ts'
import { signToken } from '../auth/tokens.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { hashPrefix } from '../trust/network-prefix.ts'
import { openTrustRecords } from '../trust/trust-records.ts'
import { readAddress } from '../users/read-address.ts'
import { linkByToken } from './link-node.ts'
import { deleteNodeLogs } from './mine/node-log.ts'
import { useNodeChallenge } from './node-challenge.ts'
import { findNode, replaceNodeSession } from './node-queries.ts'
import { NODE_TOKEN_MS } from './node-rules.ts'

/**
 * Signs a node in. What it reports about itself counts until its next session. Older sessions of its key end, and so do the leases of
 * attempts that it no longer has: they were lost with its process, or given back because it goes away for a while.
 */
export async function startNodeSession(
  deps: Deps,
  report: Input<typeof endpoint>['body'],
  network: string,
): Promise<Output<typeof endpoint>> {
  const { notifications, db, now } = deps
  refuseOtherProtocol(report.protocol)
  const id = readAddress(report.node)
  await useNodeChallenge(deps, { node: id, signature: report.signature as Hex })
  if (report.linkToken && !(await findNode(db, id))) {
    await linkByToken(deps, { token: report.linkToken, id, name: report.name })
  }
  const node = await findNode(db, id)
  if (!node) {
    throw new Refusal(
      'node_not_linked',
      'This node belongs to nobody yet. Its operator must confirm its code.',
    )
  }

  const known = report.apps.filter((app) => findApp(app.id))
  const slots = Math.min(report.slots, SLOTS_MAX)
  const sessionId = randomUUID()
  const { hardware, sandbox = null, protocol, disk = null, away = null, holding } = report
  // Everyone sees it, so it must be nothing but a version.
  const agentVersion = AgentVersion.safeParse(report.agentVersion).data ?? null
  const networkPrefix = hashPrefix(network, deps.files.linkKey)
  await transaction(db, async (tx) => {
    await replaceNodeSession(tx, id, {
      hardware,
      sandbox,
      apps: known,
      slots,
      protocol,
      agentVersion,
      disk,
      sessionId,
      networkPrefix,
      away,
    })
    if (!report.sendsLog) await deleteNodeLogs(tx, [[id]])
    await openTrustRecords(tx, deps, { ...node, apps: known })
  })
  notifications.publish('node', id)
  if (holding && away) await leaveUnheld(deps, { nodeId: id, holding })
  else if (holding) await lapseOrphans(deps, { nodeId: id, holding })

  const expiresAt = new Date(now().getTime() + NODE_TOKEN_MS)
  const claims = { sub: getAddress(id), sid: sessionId, jti: randomUUID() }
  return {
    token: await signToken(deps, 'node+jwt', claims, expiresAt),
    expiresAt,
    slots,
    newestAgent: (await deps.servedRelease())?.version,
    warnings: [
      ...(node.suspendedBecause === null
        ? []
        : [`A moderator stopped this node, and it gets no jobs: ${node.suspendedBecause}`]),
      ...report.apps.filter((app) => !findApp(app.id)).map((app) => `The network has no app "${app.id}".`),
      ...(slots < report.slots ? [`At most ${SLOTS_MAX} jobs at once are given to one node.`] : []),
    ],
  }
}

function refuseOtherProtocol(protocol: number): void {
  if (protocol >= NODE_PROTOCOL_OLDEST && protocol <= NODE_PROTOCOL) return
  const range =
    NODE_PROTOCOL_OLDEST === NODE_PROTOCOL
      ? `version ${NODE_PROTOCOL}`
      : `versions ${NODE_PROTOCOL_OLDEST} to ${NODE_PROTOCOL}`
  throw new Refusal(
    'upgrade_required',
    `This network speaks ${range} of the node protocol, the node speaks version ${protocol}. ` +
      (protocol < NODE_PROTOCOL_OLDEST ? 'Install a newer agent.' : 'The network is older than the node.'),
  )
}
