import type { JobReport, ReportReason } from '@infra/protocol/job-reports'
import { Refusal } from '@infra/protocol/refusal'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { jobReports, jobs } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { findJob } from './job-queries.ts'
import { isVisibleTo, noSuchJob } from './present-job.ts'

/**
 * Locks the job, so that one that is deleted meanwhile isn't found. The update only returns the person's earlier report, which stays as it
 * is.
 */
const insert = statement<JobReport>(
  'report-job',
  `with person as (select address from users where address = $1 for key share),
  reported as (
    select id from person cross join lateral (select id from jobs where id = $2 and status = 'finished' and visibility = 'public' and not hidden for key share) job
  )
  insert into job_reports as r (user_address, job_id, reason, note, created_at)
  select $1, id, $3, $4, $5 from reported
  on conflict (user_address, job_id) do update set reason = r.reason
  returning job_id as "jobId", reason, note, created_at as "createdAt", outcome`,
)

export async function reportJob(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  report: { jobId: string; reporter: string; reason: ReportReason; note?: string },
): Promise<JobReport> {
  const { jobId, reporter, reason, note = '' } = report
  const job = await findJob(db, jobId)
  if (!job || !isVisibleTo(job, reporter)) throw noSuchJob()
  if (job.userAddress === reporter) {
    throw new Refusal('forbidden', 'This job is your own: you can make it private, or delete it.')
  }
  const [stored] = await insert(db, [reporter, jobId, reason, note, now()])
  if (!stored) throw noSuchJob()
  return stored
}

type ListedReport = JobReport & { appId: string }

/** Time and id, because several may have been sent at the same moment. */
export function reportCursor({ createdAt, jobId }: ListedReport): string {
  return `${createdAt.toISOString()}_${jobId}`
}
export const REPORT_CURSOR =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Newest first, and one more than the limit, so that the caller knows whether there is a next page. */
export async function listReportsBy(
  db: Db,
  reporter: string,
  { offset = 0, limit = PAGE_LIMIT, before }: PageQuery,
): Promise<ListedReport[]> {
  const [createdAt, jobId] = before?.split('_') ?? []
  return db
    .select({ ...getTableColumns(jobReports), appId: jobs.appId })
    .from(jobReports)
    .innerJoin(jobs, eq(jobs.id, jobReports.jobId))
    .where(
      and(
        eq(jobReports.userAddress, reporter),
        before ? sql`(${jobReports.createdAt}, ${jobReports.jobId}) < (${createdAt}, ${jobId})` : undefined,
      ),
    )
    .orderBy(desc(jobReports.createdAt), desc(jobReports.jobId))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}
