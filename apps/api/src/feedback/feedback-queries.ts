import type { Db } from '../db/client.ts'
import { feedbackReports } from '../db/tables.ts'

type ReportRow = typeof feedbackReports.$inferSelect

export async function insertReport(db: Db, report: typeof feedbackReports.$inferInsert): Promise<ReportRow> {
  const [row] = await db.insert(feedbackReports).values(report).returning()
  return row!
}
