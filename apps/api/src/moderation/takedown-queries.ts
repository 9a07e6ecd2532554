import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { takedowns } from '../db/takedown-tables.ts'

type Takedown = typeof takedowns.$inferSelect

/** The hash of the empty text: hiding it would hide every empty result. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const hashesOf = `select hash from jobs, lateral (
    select input_hash as hash
    union select output->>'sha256' from jsonb_array_elements(outputs) output
    union select sha256 from file_uses where job_id = jobs.id
  ) hashes where jobs.id = $1 and hash <> '${EMPTY_SHA256}'`

const insert = statement(
  'take-down-hashes',
  `insert into takedowns (hash, job_id, at) select hash, $1, $2 from (${hashesOf}) h on conflict (hash) do nothing`,
)

const remove = statement('restore-hashes', `delete from takedowns where hash in (${hashesOf})`)

const hideJobs = (
  which: string,
) => `update jobs set hidden = true, hidden_because = 'hidden_before', seq = seq + 1
  where not hidden and status = 'finished' and id in (${which}) returning id`

/** Other results with one of the same output files, of any person and visibility. */
const hideOthers = statement<{ id: string }>(
  'hide-same-files',
  hideJobs(`select other.job_id from file_uses mine join file_uses other on other.sha256 = mine.sha256
    where mine.job_id = $1 and mine.role = 'output' and other.job_id <> $1`),
)

const hideJobsWith = statement<{ id: string }>(
  'hide-jobs-with-file',
  hideJobs('select job_id from file_uses where sha256 = $1'),
)

/** From now on nothing with these hashes is public. Returns the other jobs that were hidden with it. */
export async function takeDownHashes(tx: Db, jobId: string, at: Date): Promise<string[]> {
  await insert(tx, [jobId, at])
  const others = await hideOthers(tx, [jobId])
  return others.map(({ id }) => id)
}

/** Other jobs that were hidden with it stay hidden until a moderator restores each. */
export async function restoreHashes(tx: Db, jobId: string): Promise<void> {
  await remove(tx, [jobId])
}

/**
 * From now on nobody can use this picture. Returns the results that were hidden because they contain it, or undefined if it had been taken
 * down before.
 */
export async function takeDownAvatar(
  tx: Db,
  { address, sha256, why, at }: { address: string; sha256: string; why: string; at: Date },
): Promise<string[] | undefined> {
  const added = await tx
    .insert(takedowns)
    .values({ hash: sha256, userAddress: address, why, at })
    .onConflictDoNothing()
    .returning({ hash: takedowns.hash })
  if (added.length === 0) return
  const jobs = await hideJobsWith(tx, [sha256])
  return jobs.map(({ id }) => id)
}

/** Returns whether there was anything to undo. Results that were hidden with it stay hidden until a moderator restores each. */
export async function restoreAvatar(
  tx: Db,
  { address, sha256 }: { address: string; sha256: string },
): Promise<boolean> {
  const gone = await tx
    .delete(takedowns)
    .where(and(eq(takedowns.hash, sha256), eq(takedowns.userAddress, address)))
    .returning({ hash: takedowns.hash })
  return gone.length > 0
}

const LISTED_MAX = 20

export async function listAvatarTakedowns(db: Db, address: string): Promise<Takedown[]> {
  return db
    .select()
    .from(takedowns)
    .where(eq(takedowns.userAddress, address))
    .orderBy(desc(takedowns.at), takedowns.hash)
    .limit(LISTED_MAX)
}
