import { catalogue } from '@infra/protocol/apps/catalogue'
import type { MyNode, PublicNode } from '@infra/protocol/nodes'
import { shortAddress } from '@infra/protocol/values/short-address'
import { getAddress, type Hex } from 'viem'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { updateOf } from '../updates/update-rules.ts'
import { percentile } from './duration-rules.ts'
import { listOwnFacts } from './mine/my-node-queries.ts'
import { listLastDays, listNodeFigures, type NodeFigures } from './node-figures.ts'
import type { SeenNode } from './node-queries.ts'
import { awaySentences, stateOf, successOf, whyNoJobs } from './node-rules.ts'

const MINUTE_MS = 60_000

export async function presentNodes(db: Db, rows: SeenNode[], now: Date): Promise<PublicNode[]> {
  const ids = rows.map(({ id }) => id)
  const [figures, lastDays] = await Promise.all([listNodeFigures(db, ids), listLastDays(db, ids)])
  return rows.map((row) => ({
    ...presentNode(row, figures.get(row.id)!, now),
    lastDay: lastDays.get(row.id)!,
  }))
}

export async function presentMyNodes(
  { db, now, servedRelease }: Pick<Deps, 'db' | 'now' | 'servedRelease'>,
  rows: SeenNode[],
): Promise<MyNode[]> {
  const ids = rows.map(({ id }) => id)
  const [nodes, facts, served] = await Promise.all([
    presentNodes(db, rows, now()),
    listOwnFacts(db, ids),
    servedRelease(),
  ])
  return nodes.map((node, index) => {
    const row = rows[index]!
    const { creditsLastDay, alerts } = facts.get(row.id)!
    return {
      ...node,
      whyNoJobs: whyNoJobs(row, catalogue),
      maintenance: row.maintenance,
      pausedUntil: row.paused ? row.pausedUntil : null,
      tags: row.tags,
      disk: row.disk,
      creditsLastDay,
      alerts,
      update: updateOf(row, served),
    }
  })
}

function presentNode(row: SeenNode, figures: NodeFigures, now: Date): Omit<PublicNode, 'lastDay'> {
  const operator = getAddress(row.operator as Hex)
  const days = (minutes: number, span: number) => uptime(minutes, row.createdAt, now, span)
  return {
    ...row,
    id: getAddress(row.id as Hex),
    operator: { id: operator, name: row.operatorName, shortAddress: shortAddress(operator) },
    state: stateOf(row),
    maintenanceReason: whyResting(row),
    apps: row.apps.map(({ id }) => id),
    jobsDone: figures.finished,
    success: successOf(figures.finished, figures.failed),
    p50Seconds: percentile(figures.runBuckets, 0.5),
    uptime: {
      day: days(figures.day, 1),
      week: days(figures.week, 7),
      month: days(figures.month, 30),
    },
    creditsEarned: figures.credits,
  }
}

function whyResting(row: SeenNode): string | null {
  if (row.suspendedBecause !== null) return `Suspended: ${row.suspendedBecause}`
  if (row.maintenance) return 'Set by its operator.'
  if (row.paused) return row.pausedReason
  return row.away && awaySentences[row.away]
}

/** As a share of the span, or of the time since the node was linked if that is shorter. */
function uptime(minutes: number, createdAt: Date, now: Date, days: number): number {
  const lived = Math.ceil((now.getTime() - createdAt.getTime()) / MINUTE_MS)
  return Math.min(1, minutes / Math.max(1, Math.min(lived, days * 24 * 60)))
}
