import { catalogue } from '@infra/protocol/apps/catalogue'
import type { StoredFile } from '@infra/protocol/jobs'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

export interface ExampleRow {
  appId: string
  jobId: string
  outputs: StoredFile[]
}

/**
 * The newest of the recent results with the most favorites; an app without results has none. The apps are written out so that PostgreSQL
 * knows which of them are rare; otherwise it would scan the whole feed for their latest hundred.
 */
const selectExamples = statement<ExampleRow>(
  'list-examples',
  catalogue
    .map(
      ({ id }) => `(
    select '${id}' as "appId", id as "jobId", outputs from (
      select id, outputs, favorites, position from jobs
      where app_id = '${id}' and status = 'finished' and visibility = 'public' and not hidden
      order by position desc limit 100
    ) latest order by favorites desc, position desc limit 1)`,
    )
    .join(' union all '),
)

export async function listExamples(db: Db): Promise<Map<string, ExampleRow>> {
  const rows = await selectExamples(db, [])
  return new Map(rows.map((row) => [row.appId, row]))
}
