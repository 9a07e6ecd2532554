import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { jobs } from '../../db/tables.ts'
import type { Period } from '../dialogue/state-rules.ts'

const chosen = {
  id: jobs.id,
  appId: jobs.appId,
  appVersion: jobs.appVersion,
  status: jobs.status,
  reason: jobs.reason,
  price: jobs.price,
  charged: jobs.charged,
  visibility: jobs.visibility,
  outputs: jobs.outputs,
  createdAt: jobs.createdAt,
}

export type MyJob = Pick<typeof jobs.$inferSelect, keyof typeof chosen>

export interface MyJobsQuery {
  address: string
  id?: string | undefined
  appId?: string | undefined
  period?: Period | undefined
  statuses?: MyJob['status'][]
  visibility?: MyJob['visibility']
}

/** The latest jobs of one person, newest first. */
export function listMyLatest(db: Db, query: MyJobsQuery, limit: number): Promise<MyJob[]> {
  return db.select(chosen).from(jobs).where(matching(query)).orderBy(desc(jobs.id)).limit(limit)
}

export async function countMine(db: Db, query: MyJobsQuery): Promise<number> {
  const [row] = await db.select({ jobs: count() }).from(jobs).where(matching(query))
  return row!.jobs
}

function matching({ address, id, appId, period, statuses, visibility }: MyJobsQuery): SQL {
  return and(
    eq(jobs.userAddress, address),
    id ? eq(jobs.id, id) : undefined,
    appId ? eq(jobs.appId, appId) : undefined,
    period ? within(sql`${jobs.createdAt}`, period) : undefined,
    statuses ? inArray(jobs.status, statuses) : undefined,
    visibility ? eq(jobs.visibility, visibility) : undefined,
  )!
}

/** Days begin at midnight UTC, as in the earnings. */
function within(moment: SQL, period: Period): SQL {
  if (period.kind === 'rolling') return sql`${moment} > now() - make_interval(hours => ${period.hours})`
  const unit = sql.raw(`'${period.unit}'`)
  const length = sql.raw(`interval '1 ${period.unit}'`)
  const begin = sql`(date_trunc(${unit}, now() at time zone 'UTC') - ${period.back}::int * ${length})`
  return sql`${moment} >= ${begin} at time zone 'UTC' and ${moment} < (${begin} + ${length}) at time zone 'UTC'`
}

/** What jobs have cost a person, according to the ledger: deleted jobs count too. */
export async function sumSpent(db: Db, address: string, period: Period | undefined): Promise<number> {
  const { rows } = await db.execute<{ spent: number }>(
    sql`select coalesce(-sum(e.amount), 0)::int as spent from ledger_entries e
    where e.account = (select id from ledger_accounts where address = ${address})
      and e.bucket in ('available', 'granted', 'held') and e.kind in ('hold', 'settle', 'own', 'refund')
      and ${period ? within(sql`e.at`, period) : sql`true`}`,
  )
  return rows[0]!.spent
}

const selectFavorites = statement<{ favorites: number }>(
  'count-my-favorites',
  'select count(*)::int as favorites from favorites where user_address = $1',
)

export async function countFavorites(db: Db, address: string): Promise<number> {
  const [row] = await selectFavorites(db, [address])
  return row!.favorites
}

/** What each app cost a person in a period, the most expensive first. */
export async function listSpentByApp(
  db: Db,
  { address, period }: MyJobsQuery,
): Promise<{ appId: string; jobs: number; charged: number }[]> {
  return db
    .select({
      appId: jobs.appId,
      jobs: count(),
      charged: sql<number>`coalesce(sum(${jobs.charged}), 0)::int`,
    })
    .from(jobs)
    .where(and(matching({ address, period }), sql`${jobs.charged} > 0`))
    .groupBy(jobs.appId)
    .orderBy(desc(sql`3`))
}
