import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { reportsPerDay } from '@infra/trust/checks/check-probability'
import { isComparable } from '@infra/trust/comparators/compare-results'
import { DAY_MS } from '@infra/trust/trust-rules'
import { eq, sql } from 'drizzle-orm'
import { statement } from '../db/statement.ts'
import { jobs } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { ownJob } from '../jobs/own-job.ts'
import { presentJob } from '../jobs/present-job.ts'
import { CERTAIN_PPM } from '../trust/draw-result.ts'
import { checksNodes } from '../trust/trust-records.ts'
import { insertChecks } from './check-queries.ts'

/** Locks the person, so that two simultaneous requests count each other. */
const countRequests = statement<{ today: number; wrong: number }>(
  'count-requested-checks',
  `with person as (select address from users where address = $1 for update)
  select (count(*) filter (where c.at > $2))::int as today, (count(*) filter (where c.outcome = 'agreed'))::int as wrong
  from person join jobs j on j.user_address = person.address join checks c on c.job_id = j.id and c.kind = 'reported'`,
)

/**
 * The owner thinks a result is wrong, so another machine runs it again for free. Limited per day, and more so for people who were wrong
 * often.
 */
export async function requestCheck(
  deps: Deps,
  { jobId, address }: { jobId: string; address: string },
): Promise<Job> {
  const at = deps.now()
  const { status, checkStatus, appId, nodeId } = await ownJob(deps, jobId, address)
  if (status !== 'finished') throw new Refusal('not_ready', 'There is no result yet.')
  if (!checksNodes(deps.config) || !isComparable(appId))
    throw new Refusal('conflict', 'No other machine can tell whether this result is right.')
  if (checkStatus && checkStatus.state !== 'unchecked')
    throw new Refusal('conflict', 'Another machine has run it again, or is about to.')
  await transaction(deps.db, async (tx) => {
    const [made] = await countRequests(tx, [address, new Date(at.getTime() - DAY_MS)])
    const most = reportsPerDay(made!.wrong)
    if (made!.today >= most)
      throw new Refusal('rate_limited', `You can have ${most} of your results checked a day.`, {
        retryAfterSeconds: DAY_MS / 1000,
      })
    const [job] = await tx
      .update(jobs)
      .set({ checkStatus: { state: 'checking' }, seq: sql`${jobs.seq} + 1` })
      .where(
        sql`${eq(jobs.id, jobId)} and coalesce(${jobs.checkStatus} ->> 'state', 'unchecked') = 'unchecked'`,
      )
      .returning({ id: jobs.id })
    if (!job) throw new Refusal('conflict', 'Another machine has run it again, or is about to.')
    await insertChecks(tx, [{ kind: 'reported', nodeId: nodeId!, appId, jobId, ratePpm: CERTAIN_PPM, at }])
  })
  deps.notifications.publish('job', jobId)
  return presentJob(deps, await ownJob(deps, jobId, address), { address }, 'with receipt')
}
