import { findApp } from '@infra/protocol/apps/catalogue'
import type { StoredFile } from '@infra/protocol/jobs'
import type { DisputedCheck } from '@infra/protocol/moderation'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { getAddress, type Hex } from 'viem'
import type { Db } from '../db/client.ts'
import { checks } from '../db/trust-tables.ts'
import type { Deps } from '../deps.ts'
import { presentFile } from '../files/present-file.ts'
import { isReferenceOperator } from '../trust/trust-records.ts'
import { type CheckRow, listRan, type RanJob } from './check-queries.ts'

/** If the owner deleted the job, there's nothing left to judge. */
const isDisputed = sql`${checks.needsPerson} and exists (select from jobs where jobs.id = ${checks.jobId})`

/** One more than the limit, so that the caller knows whether there is a next page. */
export async function listDisputed(
  db: Db,
  { offset = 0, limit = PAGE_LIMIT, before }: PageQuery,
): Promise<CheckRow[]> {
  return db
    .select()
    .from(checks)
    .where(and(isDisputed, before ? lt(checks.id, before) : undefined))
    .orderBy(desc(checks.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

export async function countDisputed(db: Db): Promise<number> {
  return db.$count(checks, isDisputed)
}

/** Locks the check until the decision is made. */
export async function lockDisputed(tx: Db, id: string): Promise<CheckRow | undefined> {
  const [row] = await tx
    .select()
    .from(checks)
    .where(and(isDisputed, eq(checks.id, id)))
    .for('update')
  return row
}

/** With the input and the results, unless the owner hides them from everyone. */
export async function presentDisputed(deps: Deps, rows: CheckRow[]): Promise<DisputedCheck[]> {
  const ran = await listRan(
    deps.db,
    rows.flatMap(({ jobId, runs }) => [jobId!, ...runs]),
  )
  const byId = new Map(ran.map((job) => [job.id, job]))
  return rows.flatMap((check) => {
    const job = byId.get(check.jobId!)
    const runs = check.runs.flatMap((id) => byId.get(id) ?? [])
    return job ? [presentOne(deps, check, [job, ...runs])] : []
  })
}

function presentOne(deps: Deps, check: CheckRow, [job, ...runs]: [RanJob, ...RanJob[]]): DisputedCheck {
  // Moderators see the originals of public jobs even if their owners hide them.
  const isShown = job.visibility === 'public'
  const files = (list: StoredFile[]) => list.map((file) => presentFile(deps, file, { isPublic: false }))
  const named = new Set(job.inputFiles.map(({ name }) => name))
  const values = Object.fromEntries(Object.entries(job.input).filter(([name]) => !named.has(name)))
  return {
    id: check.id,
    at: check.decidedAt ?? check.at,
    app: { id: check.appId, name: findApp(check.appId)?.name ?? check.appId },
    jobId: job.id,
    distance: check.distance,
    input: isShown ? { values, files: files(job.inputFiles) } : null,
    results: [job, ...runs].map((run) => ({
      node: { id: getAddress(run.nodeId as Hex), name: run.nodeName ?? 'A node' },
      isReference: isReferenceOperator(deps, run.operator),
      outputs: isShown ? files(run.outputs) : [],
    })),
  }
}
