import { catalogue } from '@infra/protocol/apps/catalogue'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { favorites, jobs, nodes, users } from '../db/tables.ts'

/** A job with the names of its user and its node, and whether it is a favorite of the reader. */
export type JobRow = typeof jobs.$inferSelect & {
  userName: string | null
  nodeName: string | null
  favorite: boolean
}

export function selectJobs(db: Db, reader: string | undefined) {
  // Not `exists`, for which PostgreSQL may read all favorites of the reader before it looks at the few jobs of a page.
  const favorite = reader
    ? sql<boolean>`coalesce((select true from favorites f where f.job_id = ${jobs.id} and f.user_address = ${reader}), false)`
    : sql<boolean>`false`
  return db
    .select({ ...getTableColumns(jobs), userName: users.name, nodeName: nodes.name, favorite })
    .from(jobs)
    .leftJoin(users, eq(users.address, jobs.userAddress))
    .leftJoin(nodes, eq(nodes.id, jobs.nodeId))
    .$dynamic()
}

export async function findJob(db: Db, id: string, reader?: string): Promise<JobRow | undefined> {
  const [row] = await selectJobs(db, reader).where(eq(jobs.id, id))
  return row
}

/** In the words of the partial indexes, or they would not be used. */
export const inFeed: SQL = sql`${jobs.status} = 'finished' and ${jobs.visibility} = 'public' and not ${jobs.hidden}`

/** One more than the limit, here and below, so that the caller knows whether there is a next page. */
export async function listFeed(
  db: Db,
  { offset = 0, limit = PAGE_LIMIT, before, appId, reader }: PageQuery & { appId?: string; reader?: string },
): Promise<JobRow[]> {
  return selectJobs(db, reader)
    .where(
      and(
        inFeed,
        appId ? eq(jobs.appId, appId) : undefined,
        before ? lt(jobs.position, Number(before)) : undefined,
      ),
    )
    .orderBy(desc(jobs.position))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

/** The jobs of the feed after a position, oldest first. */
export async function listFeedAfter(db: Db, position: number, limit: number): Promise<JobRow[]> {
  return selectJobs(db, undefined)
    .where(and(inFeed, sql`${jobs.position} > ${position}`))
    .orderBy(jobs.position)
    .limit(limit)
}

export async function listJobsOf(
  db: Db,
  {
    address,
    status,
    appId,
    search,
    offset = 0,
    limit = PAGE_LIMIT,
    before,
  }: PageQuery & { address: string; status?: JobRow['status']; appId?: string; search?: string },
): Promise<JobRow[]> {
  return selectJobs(db, address)
    .where(
      and(
        eq(jobs.userAddress, address),
        status ? eq(jobs.status, status) : undefined,
        appId ? eq(jobs.appId, appId) : undefined,
        search ? mentions(search) : undefined,
        before ? lt(jobs.id, before) : undefined,
      ),
    )
    .orderBy(desc(jobs.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

/**
 * Whether a job of the reader mentions a text. The index of the owner's jobs is enough. Not by patterns, so that every character stands for
 * itself. The ids of input files are not searched.
 */
function mentions(search: string): SQL {
  const has = (text: SQL) => sql`strpos(lower(${text}), lower(${search})) > 0`
  const named = catalogue.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  return sql`(
    ${inArray(
      jobs.appId,
      named.map(({ id }) => id),
    )}
    or ${has(sql`${jobs.appId}`)}
    or exists (
      select from jsonb_each(${jobs.input}) as field where jsonb_typeof(field.value) = 'string'
        and ${has(sql`field.value #>> '{}'`)}
        and not ${jobs.inputFiles} @> jsonb_build_array(jsonb_build_object('name', field.key))
    )
    or exists (select from jsonb_array_elements(${jobs.outputs}) as output where ${has(sql`output ->> 'text'`)})
  )`
}

/** The favorites that the reader may still see; `favoriteId` is the cursor. */
export async function listFavorites(
  db: Db,
  { address, offset = 0, limit = PAGE_LIMIT, before }: PageQuery & { address: string },
): Promise<(JobRow & { favoriteId: string })[]> {
  return db
    .select({
      ...getTableColumns(jobs),
      userName: users.name,
      nodeName: nodes.name,
      favorite: sql<boolean>`true`,
      favoriteId: favorites.id,
    })
    .from(favorites)
    .innerJoin(jobs, eq(jobs.id, favorites.jobId))
    .leftJoin(users, eq(users.address, jobs.userAddress))
    .leftJoin(nodes, eq(nodes.id, jobs.nodeId))
    .where(
      and(
        eq(favorites.userAddress, address),
        sql`((${inFeed}) or ${jobs.userAddress} = ${address})`,
        before ? lt(favorites.id, before) : undefined,
      ),
    )
    .orderBy(desc(favorites.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}
