import { type Assignment, claimJob, failAttempt, leaseOf } from '@infra/protocol/attempts'
import type { FailureReason, Job } from '@infra/protocol/jobs'
import { submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { cancelOpen } from '../jobs/cancel-job.ts'
import type { TestNode } from './node.ts'
import type { Person } from './person.ts'

/** An order of the app that needs no model and no file. */
export const echo = (text: string) => ({ body: { appId: 'echo', input: { text } } })

/** Jobs of one person, ordered one after the other. */
export async function orderEach(person: Person, texts: readonly string[]): Promise<Job[]> {
  const jobs: Job[] = []
  for (const text of texts) jobs.push(await person.call(submitJob, echo(text)))
  return jobs
}

/** Runs a job and returns its id; puts it into the feed if wanted, where no job of this app comes by itself. */
export async function runEcho(
  { db }: Pick<Deps, 'db'>,
  {
    person,
    node,
    text = 'hello',
    inFeed = false,
  }: { person: Person; node: TestNode; text?: string; inFeed?: boolean },
): Promise<string> {
  const { id } = await person.call(submitJob, echo(text))
  if (inFeed) await makePublic(db, id)
  await node.finish(await node.claim())
  return id
}

export async function makePublic(db: Deps['db'], jobId: string): Promise<void> {
  await db.execute(sql`update jobs set visibility = 'public' where id = ${jobId}`)
}

/** Empties the queue, so that a test has it for itself. */
export async function cancelAll({ db }: Pick<Deps, 'db'>): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from jobs where status in ('queued', 'running')`,
  )
  await transaction(db, (tx) =>
    cancelOpen(
      tx,
      rows.map(({ id }) => id),
    ),
  )
}

/** Fails the next job as final until it has ended, as often as a single operator has to. */
export async function failForGood(
  { db }: Pick<Deps, 'db'>,
  node: TestNode,
  reason: FailureReason,
  detail = '',
): Promise<void> {
  for (let job: Assignment | null = await node.claim(); job; job = await node.call(claimJob)) {
    await node.call(failAttempt, { ...leaseOf(job), body: { reason, detail, final: true } })
    // As if it had been tried often enough, and no other operator were to be tried first.
    await db.execute(
      sql`update jobs set attempts = 5, avoid_until = null where id = ${job.jobId} and status = 'queued'`,
    )
  }
}

/** The first row that a statement returns. */
export async function rowOf(
  { db }: Pick<Deps, 'db'>,
  statement: ReturnType<typeof sql>,
): Promise<Record<string, unknown>> {
  const { rows } = await db.execute(statement)
  return rows[0]!
}
