import { type Act, actKinds, type ReviewStage } from '@infra/protocol/moderation'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { countDisputed } from '../checks/disputed-checks.ts'
import type { Db } from '../db/client.ts'
import { feedbackReports } from '../db/feedback-tables.ts'
import { auditEvents, jobReports, jobs } from '../db/tables.ts'
import { type JobRow, selectEnded } from '../jobs/job-queries.ts'
import { countAppeals } from '../sanctions/sanction-queries.ts'

type ReportRow = typeof jobReports.$inferSelect

/** If its owner made a job private, it needs no decision. */
const isShown = sql`${jobs.status} = 'finished' and ${jobs.visibility} = 'public'`
const waits = sql`exists (select from job_reports r where r.job_id = ${jobs.id} and r.outcome is null)`
const isDecided = sql`not ${waits} and (${jobs.hidden} or exists (select from job_reports r where r.job_id = ${jobs.id}))`

const stages: Record<ReviewStage, SQL> = { open: waits, decided: isDecided }

/** One more than the limit, here and below, so that the caller knows whether there is a next page. */
export async function listReported(
  db: Db,
  { stage, offset = 0, limit = PAGE_LIMIT, before }: PageQuery & { stage: ReviewStage },
): Promise<JobRow[]> {
  return selectEnded(db, undefined)
    .where(and(isShown, stages[stage], before ? lt(jobs.id, before) : undefined))
    .orderBy(desc(jobs.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

export async function listReportsOf(db: Db, jobIds: string[]): Promise<Map<string, ReportRow[]>> {
  if (jobIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(jobReports)
    .where(inArray(jobReports.jobId, jobIds))
    .orderBy(asc(jobReports.createdAt), asc(jobReports.userAddress))
  return Map.groupBy(rows, ({ jobId }) => jobId)
}

/** Returns how many there were. */
export async function closeReports(
  tx: Db,
  jobId: string,
  { outcome, which }: { outcome: 'hidden' | 'dismissed'; which: 'open' | 'all' },
): Promise<number> {
  const closed = await tx
    .update(jobReports)
    .set({ outcome })
    .where(and(eq(jobReports.jobId, jobId), which === 'open' ? isNull(jobReports.outcome) : undefined))
    .returning({ jobId: jobReports.jobId })
  return closed.length
}

/** Locks the job until the decision is made, so that the second of two moderators sees what the first did. */
export async function lockShown(tx: Db, id: string): Promise<{ hidden: boolean } | undefined> {
  const [row] = await tx
    .select({ hidden: jobs.hidden })
    .from(jobs)
    .where(and(eq(jobs.id, id), isShown))
    .for('update')
  return row
}

export async function setHidden(tx: Db, id: string, why: string | null): Promise<void> {
  await tx
    .update(jobs)
    .set({ hidden: why !== null, hiddenWhy: why, hiddenBecause: null, seq: sql`${jobs.seq} + 1` })
    .where(eq(jobs.id, id))
}

export async function countWaiting(
  db: Db,
): Promise<{ jobs: number; feedback: number; appeals: number; checks: number }> {
  return {
    jobs: await db.$count(jobs, and(isShown, waits)),
    feedback: await db.$count(feedbackReports, eq(feedbackReports.state, 'new')),
    appeals: await countAppeals(db),
    checks: await countDisputed(db),
  }
}

export async function listActs(
  db: Db,
  { offset = 0, limit = PAGE_LIMIT, before }: PageQuery,
): Promise<(typeof auditEvents.$inferSelect & { kind: Act['kind'] })[]> {
  const rows = await db
    .select()
    .from(auditEvents)
    .where(and(inArray(auditEvents.kind, [...actKinds]), before ? lt(auditEvents.id, before) : undefined))
    .orderBy(desc(auditEvents.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
  return rows as (typeof auditEvents.$inferSelect & { kind: Act['kind'] })[]
}
