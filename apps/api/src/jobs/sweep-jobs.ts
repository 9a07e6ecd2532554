import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { ringFor } from './attempt-routes.ts'
import { expireJobs, lapseLeases } from './end-jobs.ts'
import { pauseDroppers } from './fail-attempt.ts'

/** Jobs that the node which failed them may try again from now on; it waits, and nobody else rings for it. */
const listForgiven = statement<{ app_id: string }>(
  'list-forgiven',
  `select distinct app_id from jobs
  where status = 'queued' and avoid_until is not null and avoid_until between now() - interval '3 seconds' and now()`,
)

/** Every second: takes back leases that lapsed. */
export async function sweepLeases(deps: Pick<Deps, 'bell' | 'db'>): Promise<void> {
  const { bell, db } = deps
  const lapsed = await lapseLeases(db)
  ringFor(deps, lapsed)
  const droppers = [...new Set(lapsed.map(({ node_id }) => node_id))]
  if (droppers.length > 0) await pauseDroppers(db, [droppers])
  for (const { app_id } of await listForgiven(db, [])) bell.ring('queued', app_id)
}

/** Every minute: ends what nobody finished in its time. */
export async function sweepExpired(deps: Pick<Deps, 'bell' | 'db'>): Promise<void> {
  ringFor(deps, await expireJobs(deps.db))
}
