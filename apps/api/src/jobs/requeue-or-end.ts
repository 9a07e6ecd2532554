import { OFFLINE_AFTER_SECONDS } from '../nodes/node-rules.ts'
import { isAppPaused } from '../nodes/pause-nodes.ts'
import {
  AVOID_OPERATOR_SECONDS,
  AVOID_SECONDS,
  FAILED_OPERATORS_MAX,
  TRIES_MAX,
  TRIES_WITHOUT_OTHERS_MAX,
} from './job-rules.ts'
import { endLeases, SEQ_AFTER_LEASE } from './lease.ts'

/** Whether a node `n` with this property could run the job now or after what it is doing. */
export const servedBy = (job: string, condition: string) => `exists (
    select from nodes n where n.removed_at is null and not n.maintenance
      and (n.paused_until is null or n.paused_until < now())
      and n.last_seen_at > now() - interval '${OFFLINE_AFTER_SECONDS} seconds'
      and n.apps @> jsonb_build_array(jsonb_build_object('id', ${job}.app_id, 'version', ${job}.app_version))
      and not ${isAppPaused(`${job}.app_id`)} and ${condition}
  )`

/**
 * The turn of a job that goes back into the queue: that of those who are next, which is first among them, since it is older.
 * Its own may be of long ago, and whoever comes beside such a job would pass all others; or of a queue that has begun anew.
 */
export const turnAgain = `coalesce((
    select head.turn from jobs head
    where head.status = 'queued' and head.app_id = jobs.app_id and head.app_version = jobs.app_version
    order by head.turn, head.id limit 1
  ), jobs.turn)`

/**
 * Which operators are passed over for the job: all who failed it or gave it back, as long as someone else could take it. Else
 * the last node for `seconds`, so that another of the same operator comes first.
 */
export const avoidTriedBy = (tried: string, seconds: string) => `
      avoid_accounts = ${tried}.avoided, avoid_node_id = case when not ${tried}.has_others then ${tried}.node_id end,
      avoid_until = now() + case when ${tried}.has_others then interval '${AVOID_OPERATOR_SECONDS} seconds' else ${seconds} end`

/** The locked jobs of `tried` with the operator whose try it was, and whether another one is there for it. */
export const withOperators = (tried: string) => `
  mine as (
    select tried.*, me.account, array(select distinct unnest(avoid_accounts || me.account)) as avoided
    from ${tried} tried join nodes me on me.id = tried.node_id
  ),
  asked as (select mine.*, ${servedBy('mine', 'n.account <> all(mine.avoided)')} as has_others from mine)`

/**
 * A node's word that nobody could do the job is a vote. It counts with the vote of another operator; where nobody else serves
 * the app now, with a second one of the same operator.
 */
const AGREED = `(asked.final and (
    exists (select from attempts where job_id = asked.id and vote = 'open' and account <> asked.account)
    or (exists (select from attempts where job_id = asked.id and vote = 'open')
      and not ${servedBy('asked', 'n.account <> asked.account')})
  ))`

const FAILED_OPERATORS = `(
    select count(distinct account) from (
      select account from attempts where job_id = asked.id and state in ('failed', 'lapsed') union all select asked.account
    ) failed
  )`

/** Nobody who has not failed it is there, and it was tried a few times; or nobody at all has the weights. */
const NOBODY_LEFT = `(attempts >= ${TRIES_WITHOUT_OTHERS_MAX} and not ${servedBy(
  'asked',
  `not exists (select from attempts where job_id = asked.id and state in ('failed', 'lapsed') and account = n.account)
        and n.account <> asked.account`,
)}) or (reason = 'weights_unavailable' and not ${servedBy('asked', 'n.id <> asked.node_id')})`

/** What a node sent for a try that has ended without a result is of no use to anyone. */
export const letFilesGo = (tried: string) => `
  dropped as (
    delete from attempt_files where attempt_id in (select attempt_id from ${tried}) returning sha256
  ),
  loosened as (
    insert into loose_blobs (sha256) select distinct sha256 from dropped order by sha256
    on conflict (sha256) do update set since = now()
  )`

/**
 * After a try that failed: back into the queue, for another operator first, or to the end where it was tried often enough.
 * `tried` has the locked job with `reason` (of the failure), `detail` and `final`. `over` has what ended in error.
 */
export const requeueOrEnd = (state: 'failed' | 'lapsed', tried: string) => `
  ${withOperators(tried)},
  weighed as (select asked.*, ${AGREED} as agreed from asked),
  judged as (
    select asked.*, agreed or attempts >= ${TRIES_MAX} or ${FAILED_OPERATORS} >= ${FAILED_OPERATORS_MAX} or ${NOBODY_LEFT} as ended
    from weighed asked
  ),
  noted as (
    insert into attempts (id, job_id, node_id, lease_token, state, started_at, reason, detail, account, vote)
    select attempt_id, id, node_id, lease_token, '${state}', started_at, reason, detail, account,
      case when agreed then 'confirmed' when final then 'open' end
    from judged
  ),
  ${endLeases('judged')},
  ${letFilesGo('judged')},
  confirmed as (
    update attempts set vote = 'confirmed' from judged
    where judged.agreed and attempts.job_id = judged.id and attempts.vote = 'open'
  ),
  changed as (
    update jobs set
      status = case when ended then 'error' else 'queued' end,
      turn = ${turnAgain},
      reason = case when ended then judged.reason end,
      finished_at = case when ended then now() end,
      position = case when ended then nextval('job_positions') end,
      node_id = case when ended then judged.node_id end,
      ${avoidTriedBy('judged', `case when judged.final then interval '0' else interval '${AVOID_SECONDS} seconds' end`)},
      attempt_id = null, seq = ${SEQ_AFTER_LEASE}
    from judged
    where jobs.id = judged.id
    returning jobs.id, jobs.app_id, judged.node_id, jobs.status, jobs.price, jobs.payer
  ),
  over as (select * from changed where status = 'error')`
