import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import type { SanctionAct, SanctionKind } from '@infra/protocol/sanctions'
import { eq } from 'drizzle-orm'
import { getAddress, type Hex, zeroAddress } from 'viem'
import type { ChangedJob } from '../attempts/publish-changed-jobs.ts'
import { publishChangedJobs } from '../attempts/publish-changed-jobs.ts'
import { releaseAllOf } from '../attempts/release-attempt.ts'
import type { Db } from '../db/client.ts'
import { nodes } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { insertAuditEvent } from '../sessions/session-queries.ts'
import { isUser } from '../users/user-queries.ts'
import { insertSanction, lockInForce, refreshSuspended, updateSanction } from './sanction-queries.ts'

export type SanctionDeps = Pick<Deps, 'db' | 'notifications' | 'now'>

/** A node, or an operator with all of their nodes; addresses in lower case. */
export type Subject = { node: string } | { operator: string }

const kinds: Record<SanctionAct, SanctionKind> = { suspend: 'suspended', ban: 'banned' }

/**
 * Suspends or bans. The sanction, its line in the record, and the release of the nodes' running jobs are one transaction. Returns the id of
 * the sanction.
 */
export async function imposeSanction(
  deps: SanctionDeps,
  { subject, act, why, moderator }: { subject: Subject; act: SanctionAct; why: string; moderator: string },
): Promise<string> {
  const at = deps.now()
  const id = randomUUIDv7()
  const kind = kinds[act]
  const changed = await transaction(deps.db, async (tx) => {
    const { nodeId, operator } = await lockSubject(tx, subject)
    const earlier = await lockInForce(tx, { nodeId, operator })
    if (earlier?.kind === kind) throw new Refusal('conflict', `It is ${kind} already.`)
    if (earlier?.kind === 'banned') throw new Refusal('conflict', 'It is banned. Lift the ban first.')
    // The ban closes an open appeal against a suspension; the operator may appeal again.
    if (earlier) await updateSanction(tx, earlier.id, { liftedAt: at, liftedWhy: 'Replaced by a ban.' })
    await insertSanction(tx, { id, kind, nodeId, operator, why, at, rule: null })
    await insertAuditEvent(tx, {
      at,
      kind: `${nodeId ? 'node' : 'operator'}_${kind}`,
      address: moderator,
      details: { subject: getAddress((nodeId ?? operator) as Hex), why },
    })
    return applySanctions(tx, { nodeId, operator })
  })
  publishSanctions(deps, changed)
  return id
}

/** A suspension that follows from the trust rules. Does nothing if the node or operator is already suspended or banned. */
export async function suspendByRule(
  tx: Db,
  { subject, rule, why, at }: { subject: Subject; rule: string; why: string; at: Date },
): Promise<Applied> {
  const { nodeId, operator } = await lockSubject(tx, subject)
  if (await lockInForce(tx, { nodeId, operator })) return { nodes: [], released: [] }
  await insertSanction(tx, { id: randomUUIDv7(), kind: 'suspended', nodeId, operator, why, at, rule })
  await insertAuditEvent(tx, {
    at,
    kind: `${nodeId ? 'node' : 'operator'}_suspended`,
    address: zeroAddress,
    details: { subject: getAddress((nodeId ?? operator) as Hex), why, rule },
  })
  return applySanctions(tx, { nodeId, operator })
}

export interface Applied {
  nodes: string[]
  released: ChangedJob[]
}

/** Suspends or frees the nodes as the sanctions in force require. Running jobs of suspended nodes go to others right away. */
export async function applySanctions(
  tx: Db,
  { nodeId, operator }: { nodeId: string | null; operator: string },
): Promise<Applied> {
  const changed = await refreshSuspended(tx, [operator, nodeId])
  const released: ChangedJob[] = []
  for (const { id, suspended } of changed) if (suspended) released.push(...(await releaseAllOf(tx, id)))
  return { nodes: changed.map(({ id }) => id), released }
}

export function publishSanctions(deps: Pick<Deps, 'notifications'>, { nodes: ids, released }: Applied): void {
  for (const id of ids) deps.notifications.publish('node', id)
  publishChangedJobs(deps, released)
}

/** Includes nodes that their operator removed, because their key must not come back. */
async function lockSubject(tx: Db, subject: Subject): Promise<{ nodeId: string | null; operator: string }> {
  if ('operator' in subject) {
    if (await isUser(tx, subject.operator)) return { nodeId: null, operator: subject.operator }
    throw new Refusal('not_found', 'There is no such person.')
  }
  const [node] = await tx.select().from(nodes).where(eq(nodes.id, subject.node)).for('update')
  if (!node) throw new Refusal('not_found', 'There is no such node.')
  return { nodeId: node.id, operator: node.operator }
}
