import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { jobs, searchEntries } from '../db/tables.ts'
import { inFeed, type JobRow, selectEnded } from '../jobs/job-queries.ts'
import type { SearchedJob } from './entry-text-rules.ts'

/** A job that may match the search. */
export interface Candidate {
  jobId: string
  position: number
  vector: Buffer | null
  /** How well its words match, from 0 to 1; null where a word is missing. */
  words: number | null
  /** Made by a person of that name or address. */
  isByPerson: boolean
}

/**
 * Only this many matches, the newest, are ranked; a word that half of the feed contains would otherwise cost a look at half of the feed.
 */
const WORD_MATCHES_MAX = 150
const PERSON_MATCHES_MAX = 50

interface CandidateQuery {
  q: string
  person: { nameKey: string; address: string }
  /** Found by meaning. */
  near: string[]
  appId: string | undefined
}

/**
 * Matches by words, by person, and those found by meaning, all of them currently in the feed: `search_entries` has no others. Not a named
 * statement, so that PostgreSQL plans by how common the words are.
 */
export async function listCandidates(
  db: Db,
  { q, person, near, appId }: CandidateQuery,
): Promise<Candidate[]> {
  const ofApp = appId ? sql`and e.app_id = ${appId}` : sql``
  const { rows } = await db.execute<Record<keyof Candidate, unknown>>(sql`
    with query as (select websearch_to_tsquery('english', ${q}) as words),
    matches as (
      select e.job_id from search_entries e where e.words @@ (select words from query) ${ofApp}
      order by e.position desc limit ${WORD_MATCHES_MAX}
    ),
    people as (
      select j.id as job_id from jobs j where j.user_address in (
        select address from users where name_key = ${person.nameKey} or address = ${person.address}
      ) and ${inFeedOf('j')} order by j.id desc limit ${PERSON_MATCHES_MAX}
    )
    select e.job_id as "jobId", e.position::float8 as position, e.vector,
      case when m.job_id is not null then ts_rank(e.words, (select words from query), 32) end::float8 as words,
      p.job_id is not null as "isByPerson"
    from search_entries e left join matches m using (job_id) left join people p using (job_id)
    where e.job_id in (
      select job_id from matches union select job_id from people union select unnest(${sqlUuids(near)})
    ) ${ofApp}`)
  return rows as unknown as Candidate[]
}

const sqlUuids = (ids: string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

const inFeedOf = (alias: string): SQL =>
  sql.raw(`${alias}.status = 'finished' and ${alias}.visibility = 'public' and not ${alias}.hidden`)

/** Those of the given jobs that are in the feed, in the given order. */
export async function listByIds(db: Db, ids: string[], reader: string | undefined): Promise<JobRow[]> {
  if (ids.length === 0) return []
  const rows = await selectEnded(db, reader).where(sql`${inFeed} and ${inArray(jobs.id, ids)}`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const countLikes = statement<{ jobId: string; likes: number }>(
  'count-likes-of-jobs',
  `select job_id as "jobId", count(*)::int as likes from favorites where job_id = any($1::uuid[]) and id >= $2 group by job_id`,
)

/** How often each was made a favorite since then. Favorites' ids begin with their time. */
export async function likesOf(db: Db, jobIds: string[], since: Date): Promise<Map<string, number>> {
  const rows = await countLikes(db, [jobIds, firstIdAt(since)])
  return new Map(rows.map(({ jobId, likes }) => [jobId, likes]))
}

const selectMostLiked = statement<{ jobId: string }>(
  'list-most-liked',
  `select e.job_id as "jobId" from favorites f join search_entries e using (job_id)
  where f.id >= $1 and ($2::text is null or e.app_id = $2)
  group by e.job_id, e.position order by count(*) desc, e.position desc limit $3`,
)

export async function listMostLiked(
  db: Db,
  { since, appId, limit }: { since: Date; appId: string | undefined; limit: number },
): Promise<string[]> {
  return (await selectMostLiked(db, [firstIdAt(since), appId ?? null, limit])).map(({ jobId }) => jobId)
}

/** The lowest UUIDv7 of that time. */
function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const take = statement<{ jobId: string }>(
  'take-search-entries',
  `update search_entries set try_after = now() + interval '1 minute' where job_id in (
    select job_id from search_entries where vector is null and try_after <= now() order by try_after limit $1 for update skip locked
  ) returning job_id as "jobId"`,
)

/** Takes entries that have no vector yet. No other process takes them for a minute; if this one is killed, another does after that. */
export async function takeEntries(db: Db, limit: number): Promise<TakenEntry[]> {
  return readEntries(db, await take(db, [limit]))
}

const takeUnseenOne = statement<{ jobId: string }>(
  'take-unseen-entry',
  `update search_entries set try_after = now() + interval '1 minute' where job_id in (
    select job_id from search_entries where alt is null and vector is not null and try_after <= now()
    order by position desc limit 1 for update skip locked
  ) returning job_id as "jobId"`,
)

/** The newest entry whose picture hasn't been looked at, taken in the same way. */
export async function takeUnseen(db: Db): Promise<TakenEntry | undefined> {
  const [entry] = await readEntries(db, await takeUnseenOne(db, []))
  return entry
}

export type TakenEntry = SearchedJob & { id: string }

async function readEntries(db: Db, taken: { jobId: string }[]): Promise<TakenEntry[]> {
  const ids = taken.map(({ jobId }) => jobId)
  if (ids.length === 0) return []
  return db
    .select({
      id: jobs.id,
      appId: jobs.appId,
      input: jobs.input,
      outputs: jobs.outputs,
      alt: searchEntries.alt,
    })
    .from(searchEntries)
    .innerJoin(jobs, eq(jobs.id, searchEntries.jobId))
    .where(inArray(searchEntries.jobId, ids))
}

const write = statement(
  'write-search-entry',
  `update search_entries set words = to_tsvector('english', $2), vector = $3, signs = $4, alt = $5, written_by = pg_current_xact_id(),
    try_after = now() where job_id = $1`,
)

export async function writeEntry(
  db: Db,
  entry: { jobId: string; words: string; alt: string | null; vector: Int8Array; signs: Uint32Array },
): Promise<void> {
  await write(db, [entry.jobId, entry.words, bytesOf(entry.vector), bytesOf(entry.signs), entry.alt])
}

const writeSeen = statement(
  'write-alternative-text',
  `update search_entries set alt = $2, vector = null, signs = null, written_by = null, try_after = now() where job_id = $1`,
)

/** Stores what its picture shows. Its words and vector are computed again. */
export async function writeAlt(db: Db, jobId: string, alt: string): Promise<void> {
  await writeSeen(db, [jobId, alt])
}

const writeOnlyWords = statement(
  'write-search-words',
  `update search_entries set words = to_tsvector('english', $2), try_after = now() + interval '10 minutes' where job_id = $1`,
)

/** If the model is missing, it's found by its words until the model is there. */
export async function writeWords(db: Db, { jobId, words }: { jobId: string; words: string }): Promise<void> {
  await writeOnlyWords(db, [jobId, words])
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int8Array | Uint32Array) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)

export interface WrittenSigns {
  jobId: string
  appId: string
  signs: Buffer
  writtenBy: string
}

const selectHorizon = statement<{ xid: string }>(
  'read-transaction-horizon',
  'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
)

/** All transactions below it have ended, so what they wrote can be read now. */
export async function readHorizon(db: Db): Promise<string> {
  const [horizon] = await selectHorizon(db, [])
  return horizon!.xid
}

const selectSigns = statement<WrittenSigns>(
  'list-written-signs',
  `select job_id as "jobId", app_id as "appId", signs, written_by::text as "writtenBy" from search_entries
  where written_by is not null and (written_by, job_id) > ($1::xid8, $2::uuid) order by written_by, job_id limit $3`,
)

/** In the order in which they were written, after the given one. */
export function listSigns(
  db: Db,
  after: Pick<WrittenSigns, 'writtenBy' | 'jobId'>,
  limit: number,
): Promise<WrittenSigns[]> {
  return selectSigns(db, [after.writtenBy, after.jobId, limit])
}
