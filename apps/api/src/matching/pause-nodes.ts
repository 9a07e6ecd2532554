import { SLOTS_MAX } from '@infra/protocol/nodes'
import { statement } from '../db/statement.ts'
import {
  APP_PAUSE_MINUTES,
  DROPPED_PER_HOUR_MAX,
  FAILURE_PAUSE_MINUTES,
  FAILURES_MAX,
  LEAVES_PER_HOUR_FREE,
  PAUSE_HOURS_MAX,
  RECENT_TRIES_MAX,
  RELEASE_PAUSE_MINUTES,
  RELEASES_PER_HOUR_FREE,
  RELEASES_TOGETHER_SECONDS,
} from './pause-rules.ts'

/** The pauses that still count: each day since the last one ended removes one. */
const PAUSES_LEFT = `greatest(0, nodes.pauses - coalesce(floor(extract(epoch from now() - nodes.paused_until) / 86400), 0))::int`

const pauseOf = (minutes: number, pauses: string) =>
  `least(interval '${PAUSE_HOURS_MAX} hours', interval '${minutes} minutes' * (1 << least(${pauses}, 10)))`

const IS_NOT_PAUSED = '(nodes.paused_until is null or nodes.paused_until < now())'

const ALL_TRIES = 2 ** RECENT_TRIES_MAX - 1
const RECENT_TRIES = `(((nodes.recent_tries::bigint << least(tries.good + tries.bad, ${RECENT_TRIES_MAX}))
    | ((1 << least(tries.bad, ${RECENT_TRIES_MAX})) - 1)) & ${ALL_TRIES})::int`
const FAILS_TOO_OFTEN = `(tries.bad > 0 and ${IS_NOT_PAUSED}
    and bit_count((${RECENT_TRIES})::bit(${RECENT_TRIES_MAX})) >= ${FAILURES_MAX})`

/**
 * A common table expression: records how attempts of nodes ended (`node_id`, `is_good`) and pauses nodes that failed too many of their last
 * ones. Doesn't write to a node without a recent failure, so that jobs that end well cost nothing here.
 */
export const recordTries = (ended: string) => `
  recorded as (
    update nodes set
      recent_tries = case when ${FAILS_TOO_OFTEN} then 0 else ${RECENT_TRIES} end,
      pauses = case when ${FAILS_TOO_OFTEN} then ${PAUSES_LEFT} + 1 else nodes.pauses end,
      paused_reason = case when ${FAILS_TOO_OFTEN}
        then '${FAILURES_MAX} of its last ${RECENT_TRIES_MAX} jobs failed.' else nodes.paused_reason end,
      paused_until = case when ${FAILS_TOO_OFTEN}
        then now() + ${pauseOf(FAILURE_PAUSE_MINUTES, PAUSES_LEFT)} else nodes.paused_until end
    from (
      select node_id, count(*) filter (where is_good)::int as good, count(*) filter (where not is_good)::int as bad
      from (${ended}) ended group by node_id order by node_id
    ) tries
    where nodes.id = tries.node_id and (tries.bad > 0 or nodes.recent_tries <> 0)
  )`

const pauseWhere = (minutes: number, reason: string, condition: string) => `
  update nodes set pauses = ${PAUSES_LEFT} + 1, paused_until = now() + ${pauseOf(minutes, PAUSES_LEFT)}, paused_reason = '${reason}'
  where id = any($1) and ${IS_NOT_PAUSED} and ${condition}`

/** Pauses nodes that let too many leases lapse within an hour. */
export const pauseForLapsedLeases = statement(
  'pause-for-lapsed-leases',
  pauseWhere(
    FAILURE_PAUSE_MINUTES,
    `It dropped ${DROPPED_PER_HOUR_MAX} jobs or more within an hour.`,
    `(
      select count(*) from attempts
      where node_id = nodes.id and state = 'lapsed' and ended_at > greatest(now() - interval '1 hour', nodes.paused_until)
    ) >= ${DROPPED_PER_HOUR_MAX}`,
  ),
)

const pauseAfter = (state: 'released' | 'left', timesFree: number) =>
  pauseWhere(
    RELEASE_PAUSE_MINUTES,
    `It gave jobs back more than ${timesFree} times within an hour.`,
    `(
      select sum(ceil(jobs / least(nodes.slots, ${SLOTS_MAX})::float8)) from (
        select count(*) as jobs from attempts
        where node_id = nodes.id and state = '${state}' and ended_at > now() - interval '1 hour'
        group by floor(extract(epoch from ended_at) / ${RELEASES_TOGETHER_SECONDS})
      ) together
    ) > ${timesFree}`,
  )

/** Pauses nodes that gave jobs back too often within an hour. */
export const pauseForReleases = statement(
  'pause-for-releases',
  pauseAfter('released', RELEASES_PER_HOUR_FREE),
)

/** The same for nodes that left their jobs to free the machine for their owners. */
export const pauseForLeaving = statement('pause-for-leaving', pauseAfter('left', LEAVES_PER_HOUR_FREE))

const APP_PAUSES_LEFT = `greatest(0, coalesce((paused_apps -> $2 ->> 'pauses')::int
      - floor(extract(epoch from now() - (paused_apps -> $2 ->> 'until')::timestamptz) / 86400), 0))::int`

/** The node couldn't fetch the app's weights, so other nodes get its jobs for a while. */
export const pauseApp = statement(
  'pause-app',
  `update nodes set paused_apps = paused_apps || jsonb_build_object($2::text, jsonb_build_object(
    'until', now() + ${pauseOf(APP_PAUSE_MINUTES, APP_PAUSES_LEFT)}, 'pauses', ${APP_PAUSES_LEFT} + 1))
  where id = $1`,
)
