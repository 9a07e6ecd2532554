import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { pauseDroppers } from '../nodes/pause-nodes.ts'
import { publishEnded } from './attempt-routes.ts'
import { expireJobs, lapseLeases } from './end-jobs.ts'
import { AVOID_SECONDS } from './job-rules.ts'
import { servedBy } from './requeue-or-end.ts'

/** Jobs that the node which failed them may try again from now on; it waits, and nobody else rings for it. */
const listForgiven = statement<{ app_id: string }>(
  'list-forgiven',
  `select distinct app_id from jobs
  where status = 'queued' and avoid_until is not null and avoid_until between now() - interval '3 seconds' and now()`,
)

/** Those whom the operators that failed a job were to make way for have gone: they may try again. */
const forgiveUnserved = statement(
  'forgive-unserved',
  `update jobs set avoid_until = now() from (
    select id from jobs waiting where status = 'queued' and avoid_until > now() + interval '${AVOID_SECONDS} seconds'
      and not ${servedBy('waiting', 'n.account <> all(waiting.avoid_accounts)')}
    limit 200 for update skip locked
  ) unserved where jobs.id = unserved.id`,
)

/** Every second: takes back leases that lapsed. */
export async function sweepLeases(deps: Pick<Deps, 'notifications' | 'db'>): Promise<void> {
  const { notifications, db } = deps
  const lapsed = await lapseLeases(db)
  publishEnded(deps, lapsed)
  const droppers = [...new Set(lapsed.map(({ node_id }) => node_id))]
  if (droppers.length > 0) await pauseDroppers(db, [droppers])
  await forgiveUnserved(db, [])
  for (const { app_id } of await listForgiven(db, [])) notifications.publish('queued', app_id)
}

/** Every minute: ends what nobody finished in its time. */
export async function sweepExpired(deps: Pick<Deps, 'notifications' | 'db'>): Promise<void> {
  publishEnded(deps, await expireJobs(deps.db))
}
