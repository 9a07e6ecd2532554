import { catalogue } from '@infra/protocol/apps/catalogue'
import type { Receipt } from '@infra/protocol/signatures/receipts'
import { PAGE_LIMIT, type PageQuery } from '@infra/protocol/values/page'
import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { favorites, jobs, leases, nodes, searchEntries, users } from '../db/tables.ts'

/** The columns that a page shows of a job. The others are for the queue and the ledger, and a receipt is half of a job's size. */
const {
  receipt,
  payer,
  inputHash,
  avoidNodeId,
  avoidUntil,
  avoidAccounts,
  counted,
  granted,
  earned,
  checkId,
  forNodeId,
  unpaid,
  keyId,
  keyDay,
  batchId,
  batchPlace,
  batchRef,
  ...shown
} = getTableColumns(jobs)

/** How far a running job is. */
const progress = {
  progress: leases.progress,
  stage: leases.stage,
  partialText: leases.partialText,
  preview: leases.preview,
  changes: leases.changes,
}

/** A job with the names of its user and its node, and whether it is a favorite of the reader. */
export type JobRow = Pick<typeof jobs.$inferSelect, keyof typeof shown> & {
  userName: string | null
  nodeName: string | null
  favorite: boolean
  alt: string | null
  /** Set while the job runs. Lists of ended jobs don't read it. */
  lease: Pick<typeof leases.$inferSelect, keyof typeof progress> | null
  /** Only read with a single job, never with a list. */
  receipt: Receipt | null
}

const notRead = sql<null>`null`

const names = { userName: users.name, nodeName: nodes.name, alt: searchEntries.alt }

// Not `exists`, because PostgreSQL might then read all favorites of the reader before it looks at the few jobs of a page.
const isFavoriteOf = (reader: string | undefined) =>
  reader
    ? sql<boolean>`coalesce((select true from favorites f where f.job_id = ${jobs.id} and f.user_address = ${reader}), false)`
    : sql<boolean>`false`

/** Jobs with their progress, in any state. */
function selectWithProgress(db: Db, reader: string | undefined, receipt: SQL<Receipt | null>) {
  return db
    .select({ ...shown, ...names, favorite: isFavoriteOf(reader), lease: progress, receipt })
    .from(jobs)
    .leftJoin(leases, eq(leases.jobId, jobs.id))
    .leftJoin(users, eq(users.address, jobs.userAddress))
    .leftJoin(nodes, eq(nodes.id, jobs.nodeId))
    .leftJoin(searchEntries, eq(searchEntries.jobId, jobs.id))
    .$dynamic()
}

export async function findJob(db: Db, id: string, reader?: string): Promise<JobRow | undefined> {
  const [row] = await selectWithProgress(db, reader, sql<Receipt | null>`${jobs.receipt}`).where(
    eq(jobs.id, id),
  )
  return row
}

export function selectEnded(db: Db, reader: string | undefined) {
  return db
    .select({ ...shown, ...names, favorite: isFavoriteOf(reader), lease: notRead, receipt: notRead })
    .from(jobs)
    .leftJoin(users, eq(users.address, jobs.userAddress))
    .leftJoin(nodes, eq(nodes.id, jobs.nodeId))
    .leftJoin(searchEntries, eq(searchEntries.jobId, jobs.id))
    .$dynamic()
}

/** Must match the condition of the partial indexes, or they aren't used. */
export const inFeed: SQL = sql`${jobs.status} = 'finished' and ${jobs.visibility} = 'public' and not ${jobs.hidden}`

/** Here and below, reads one more than the limit, so that the caller knows whether there's a next page. */
export async function listFeed(
  db: Db,
  { offset = 0, limit = PAGE_LIMIT, before, appId, reader }: PageQuery & { appId?: string; reader?: string },
): Promise<JobRow[]> {
  return selectEnded(db, reader)
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

/** A person's public jobs, newest first. */
export async function listGallery(
  db: Db,
  {
    offset = 0,
    limit = PAGE_LIMIT,
    before,
    address,
    reader,
  }: PageQuery & { address: string; reader?: string },
): Promise<JobRow[]> {
  return selectEnded(db, reader)
    .where(and(inFeed, eq(jobs.userAddress, address), before ? lt(jobs.position, Number(before)) : undefined))
    .orderBy(desc(jobs.position))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

/** A job of the feed, as its watchers need it. */
export interface FeedEntry {
  id: string
  appId: string
  position: number
}

const entry = {
  id: jobs.id,
  appId: jobs.appId,
  position: sql<number>`${jobs.position}`.mapWith(jobs.position),
}

/** The feed after a position, oldest first. */
export async function listFeedAfter(db: Db, position: number, limit: number): Promise<FeedEntry[]> {
  return db
    .select(entry)
    .from(jobs)
    .where(and(inFeed, sql`${jobs.position} > ${position}`))
    .orderBy(jobs.position)
    .limit(limit)
}

/** Those of the given jobs that are in the feed. */
export async function listInFeed(db: Db, ids: string[]): Promise<FeedEntry[]> {
  return db
    .select(entry)
    .from(jobs)
    .where(and(inFeed, inArray(jobs.id, ids)))
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
  }: PageQuery & { address: string; status?: JobRow['status'] | 'open'; appId?: string; search?: string },
): Promise<JobRow[]> {
  return selectWithProgress(db, address, notRead)
    .where(
      and(
        eq(jobs.userAddress, address),
        status ? hasStatus(status) : undefined,
        appId ? eq(jobs.appId, appId) : undefined,
        search ? mentions(search) : undefined,
        before ? lt(jobs.id, before) : undefined,
      ),
    )
    .orderBy(desc(jobs.id))
    .offset(before ? 0 : offset)
    .limit(limit + 1)
}

/** Must match the condition of the partial index of open jobs. */
function hasStatus(status: JobRow['status'] | 'open'): SQL {
  return status === 'open' ? sql`${jobs.status} in ('queued', 'running')` : eq(jobs.status, status)
}

/**
 * Whether a job of the reader contains a text. The index of the owner's jobs is enough. Doesn't use patterns, so that every character
 * stands for itself. Ids of input files aren't searched.
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
      ...shown,
      ...names,
      favorite: sql<boolean>`true`,
      lease: notRead,
      receipt: notRead,
      favoriteId: favorites.id,
    })
    .from(favorites)
    .innerJoin(jobs, eq(jobs.id, favorites.jobId))
    .leftJoin(users, eq(users.address, jobs.userAddress))
    .leftJoin(nodes, eq(nodes.id, jobs.nodeId))
    .leftJoin(searchEntries, eq(searchEntries.jobId, jobs.id))
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
