import type { FeedbackState } from '@infra/protocol/feedback'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, asc, desc, eq, getTableColumns, inArray, lt } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { feedbackFiles, feedbackReports } from '../db/feedback-tables.ts'
import { statement } from '../db/statement.ts'
import { blobs, users } from '../db/tables.ts'
import { type BlobRow, markLoose } from '../files/blob-queries.ts'

/** A report with the name of its sender. */
export type ReportRow = typeof feedbackReports.$inferSelect & { userName: string | null }

export async function insertReport(
  tx: Db,
  report: typeof feedbackReports.$inferInsert,
  screenshots: string[],
): Promise<void> {
  await tx.insert(feedbackReports).values(report)
  if (screenshots.length === 0) return
  await tx
    .insert(feedbackFiles)
    .values(screenshots.map((sha256, index) => ({ reportId: report.id, place: index, sha256 })))
}

/** One more than the limit, so that the caller knows whether there is a next page. */
export async function listReports(
  db: Db,
  {
    address,
    state,
    offset = 0,
    limit = PAGE_LIMIT,
    before,
  }: PageQuery & { address?: string; state?: FeedbackState },
): Promise<ReportRow[]> {
  return selectReports(db)
    .where(
      and(
        address ? eq(feedbackReports.userAddress, address) : undefined,
        state ? eq(feedbackReports.state, state) : undefined,
        before ? lt(feedbackReports.id, before) : undefined,
      ),
    )
    .orderBy(desc(feedbackReports.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  const [row] = await selectReports(db).where(eq(feedbackReports.id, id))
  return row
}

export async function updateReport(
  tx: Db,
  id: string,
  change: Pick<ReportRow, 'state' | 'answer' | 'answeredAt' | 'devlogEntry'>,
): Promise<void> {
  await tx.update(feedbackReports).set(change).where(eq(feedbackReports.id, id))
}

function selectReports(db: Db) {
  return db
    .select({ ...getTableColumns(feedbackReports), userName: users.name })
    .from(feedbackReports)
    .leftJoin(users, eq(users.address, feedbackReports.userAddress))
    .$dynamic()
}

/** The pictures of these reports, in the order in which they were attached. */
export async function listScreenshots(db: Db, reportIds: string[]): Promise<Map<string, BlobRow[]>> {
  if (reportIds.length === 0) return new Map()
  const rows = await db
    .select({ reportId: feedbackFiles.reportId, blob: blobs })
    .from(feedbackFiles)
    .innerJoin(blobs, eq(blobs.sha256, feedbackFiles.sha256))
    .where(inArray(feedbackFiles.reportId, reportIds))
    .orderBy(asc(feedbackFiles.place))
  const byReport = Map.groupBy(rows, ({ reportId }) => reportId)
  return new Map([...byReport].map(([id, found]) => [id, found.map(({ blob }) => blob)]))
}

/** A person's reports are deleted with the account, with their pictures. */
export async function deleteReportsOf(tx: Db, address: string): Promise<void> {
  const dropped = await tx
    .select({ sha256: feedbackFiles.sha256 })
    .from(feedbackFiles)
    .innerJoin(feedbackReports, eq(feedbackReports.id, feedbackFiles.reportId))
    .where(eq(feedbackReports.userAddress, address))
  await tx.delete(feedbackReports).where(eq(feedbackReports.userAddress, address))
  await markLoose(
    tx,
    dropped.map(({ sha256 }) => sha256),
  )
}

const SIMILAR_MAX = 3

/**
 * Compares the stems of the words in both titles (Dice coefficient). Leaves out unread reports, because strangers may have written anything
 * there, and declined ones.
 */
const similar = statement<ReportRow>(
  'similar-feedback',
  `select r.id, r.kind, r.title, r.state, r.answer, r.devlog_entry as "devlogEntry", r.created_at as "createdAt"
  from (select tsvector_to_array(to_tsvector('english', $1)) as stems) asked,
    feedback_reports r,
    lateral (select tsvector_to_array(to_tsvector('english', r.title)) as stems) known,
    lateral (select count(*) as shared from unnest(known.stems) as stem where stem = any(asked.stems)) common,
    lateral (select 2.0 * shared / (cardinality(known.stems) + cardinality(asked.stems)) as likeness) measure
  where to_tsvector('english', r.title) @@ replace(plainto_tsquery('english', $1)::text, '&', '|')::tsquery
    and r.state in ('open', 'planned', 'fixed') and likeness >= 0.4
  order by likeness desc, r.id desc limit $2`,
)

export function listSimilar(db: Db, title: string): Promise<ReportRow[]> {
  return similar(db, [title, SIMILAR_MAX])
}
