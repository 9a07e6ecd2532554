import { findApp } from '@infra/protocol/apps/catalogue'
import { isComparable } from '@infra/trust/comparators/compare-results'
import { applyTrustEvent, type TrustChange, type TrustEvent } from '@infra/trust/levels/apply-trust-event'
import { claimRights } from '@infra/trust/levels/claim-rights'
import { newTrustRecord, type TrustRecord } from '@infra/trust/levels/trust-record'
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { nodes } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { trustRecords } from '../db/trust-tables.ts'
import type { Deps } from '../deps.ts'

/** What a node may claim of an app: canaries, second runs and little else, public jobs, or all jobs. */
export type ClaimLevel = 'new' | 'probation' | 'known' | 'trusted'

type LinkedNode = Pick<typeof nodes.$inferSelect, 'id' | 'operator' | 'createdAt' | 'apps'>

/** The first protocol whose receipts name the model. Nodes with an older one get no further than known. */
const NAMES_MODEL = 2

/** Whether this network checks its nodes, which needs nodes of its own to compare them with. */
export function checksNodes({ referenceOperators }: Pick<Config, 'referenceOperators'>): boolean {
  return referenceOperators.size > 0
}

/** Whether this operator's nodes are the network's own. */
export function isReferenceOperator({ config }: Pick<Deps, 'config'>, operator: string | null): boolean {
  return operator !== null && config.referenceOperators.has(operator)
}

/** Creates a node's missing records for the apps that it serves, and lets it claim what its records allow. */
export async function openTrustRecords(
  tx: Db,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  node: LinkedNode,
): Promise<void> {
  if (!checksNodes(config)) return
  const isReference = config.referenceOperators.has(node.operator)
  const known = await listRecords(tx, node.id)
  const linkedAt = node.createdAt.getTime()
  for (const { id, version } of node.apps) {
    const record = known.get(id)
    const isInLine = record?.isReference === isReference
    if (!isComparable(id) || (record?.appVersion === version && isInLine)) continue
    if (record && isInLine)
      await changeTrust(tx, node.id, id, { type: 'app_version_changed', version, at: now().getTime() })
    else {
      const isFurtherApp = [...known.values()].some(({ level }) => level !== 'new')
      await saveRecord(
        tx,
        node.id,
        id,
        newTrustRecord({ linkedAt, appVersion: version, isFurtherApp, isReference }),
      )
    }
  }
  await refreshLevels(tx, node.id)
}

async function listRecords(tx: Db, nodeId: string): Promise<Map<string, TrustRecord>> {
  const rows = await tx.select().from(trustRecords).where(eq(trustRecords.nodeId, nodeId)).for('update')
  return new Map(rows.map(({ appId, record }) => [appId, record]))
}

async function lockRecord(tx: Db, nodeId: string, appId: string): Promise<TrustRecord | undefined> {
  const [row] = await tx
    .select()
    .from(trustRecords)
    .where(and(eq(trustRecords.nodeId, nodeId), eq(trustRecords.appId, appId)))
    .for('update')
  return row?.record
}

/** Applies an event of a node in an app. Undefined if it has no record there. */
export async function changeTrust(
  tx: Db,
  nodeId: string,
  appId: string,
  ...events: TrustEvent[]
): Promise<TrustChange | undefined> {
  const change = await applyEvents(tx, nodeId, appId, events)
  if (change) await refreshLevels(tx, nodeId)
  return change
}

/** Applies an event of a node in all of its apps. */
export async function changeTrustInAllApps(tx: Db, nodeId: string, event: TrustEvent): Promise<void> {
  const records = await listRecords(tx, nodeId)
  if (records.size === 0) return
  for (const appId of records.keys()) await applyEvents(tx, nodeId, appId, [event])
  await refreshLevels(tx, nodeId)
}

async function applyEvents(
  tx: Db,
  nodeId: string,
  appId: string,
  events: readonly TrustEvent[],
): Promise<TrustChange | undefined> {
  const record = await lockRecord(tx, nodeId, appId)
  if (!record) return undefined
  const change = events.reduce<TrustChange>(
    (before, event) => {
      const after = applyTrustEvent(before.record, event)
      return { record: after.record, suspends: after.suspends ?? before.suspends }
    },
    { record, suspends: null },
  )
  await saveRecord(tx, nodeId, appId, change.record)
  return change
}

const saveRow = statement(
  'save-trust-record',
  `insert into trust_records (node_id, app_id, record) values ($1, $2, $3)
  on conflict (node_id, app_id) do update set record = excluded.record, changed_at = now()`,
)

async function saveRecord(tx: Db, nodeId: string, appId: string, record: TrustRecord): Promise<void> {
  await saveRow(tx, [nodeId, appId, record])
}

/** Lets the node claim what its records allow. */
async function refreshLevels(tx: Db, nodeId: string): Promise<void> {
  const { apps, protocol } = nodes
  const [node] = await tx.select({ apps, protocol }).from(nodes).where(eq(nodes.id, nodeId)).for('update')
  const records = await listRecords(tx, nodeId)
  const isOld = node!.protocol < NAMES_MODEL
  const levels = Object.fromEntries(
    node!.apps.map(({ id }) => {
      const level = claimLevel(id, records.get(id))
      return [id, isOld && level === 'trusted' ? 'known' : level]
    }),
  )
  await tx.update(nodes).set({ levels }).where(eq(nodes.id, nodeId))
}

/**
 * If results of an app can't be compared, nobody can recognize a wrong one, so every node may run it, but no private jobs. Apps that only
 * test the network are open to all.
 */
function claimLevel(appId: string, record: TrustRecord | undefined): ClaimLevel {
  if (findApp(appId)?.state === 'hidden') return 'trusted'
  if (!isComparable(appId)) return 'known'
  if (!record) return 'new'
  const { privateJobs, publicJobs } = claimRights(record)
  if (privateJobs) return 'trusted'
  return publicJobs === 'all' ? 'known' : record.level === 'new' ? 'new' : 'probation'
}

/**
 * Brings all nodes in line with the setting when the API starts: if the network no longer has reference nodes, every node may claim
 * everything; if it has new ones, nodes that were linked before start as new nodes. The same goes for nodes of an operator that is no
 * longer one of the network's own.
 */
export async function applyReferenceSetting(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  const { db } = deps
  if (!checksNodes(deps.config)) {
    await db.update(nodes).set({ levels: null }).where(isNotNull(nodes.levels))
    return
  }
  const isOutOfLine = sql`exists (select from ${trustRecords} t where t.node_id = ${nodes.id}
    and (t.record ->> 'isReference')::boolean <> (${nodes.operator} = any(${sql.param([...deps.config.referenceOperators])})))`
  const found = await db
    .select()
    .from(nodes)
    .where(and(or(isNull(nodes.levels), isOutOfLine), isNull(nodes.removedAt)))
  for (const node of found) await transaction(db, (tx) => openTrustRecords(tx, deps, node))
}
