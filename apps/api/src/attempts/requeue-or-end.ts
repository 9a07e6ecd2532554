import { servedBy } from '../matching/eligible-nodes.ts'
import {
  AVOID_OPERATOR_SECONDS,
  AVOID_SECONDS,
  FAILED_OPERATORS_MAX,
  TRIES_MAX,
  TRIES_WITHOUT_OTHERS_MAX,
} from './attempt-rules.ts'
import { endLeases, SEQ_AFTER_LEASE } from './end-leases.ts'
import { dropSentFiles } from './record-ended.ts'

/**
 * SQL: the turn of a job that is requeued. It gets the turn of the queue's head and is first among the jobs with that turn, since its id is
 * older. It can't keep its own turn: that may be far behind the others', and new jobs, which start at the head's turn, would then overtake
 * everyone; or it may date from before the queue was last empty.
 */
export const requeueTurn = `coalesce((
    select head.turn from jobs head
    where head.status = 'queued' and head.for_node_id is null and head.app_id = jobs.app_id and head.app_version = jobs.app_version
    order by head.turn, head.id limit 1
  ), jobs.turn)`

/**
 * SQL: which operators the job avoids. All who failed it or gave it back, as long as another operator could take it; else only the last
 * node, for `seconds`, so that another node of the same operator comes first.
 */
export const avoidTriedBy = (tried: string, seconds: string) => `
      avoid_accounts = ${tried}.avoided, avoid_node_id = case when not ${tried}.has_others then ${tried}.node_id end,
      avoid_until = now() + case when ${tried}.has_others then interval '${AVOID_OPERATOR_SECONDS} seconds' else ${seconds} end`

/** SQL: the locked jobs of `tried`, each with the operator whose attempt it was and whether another operator could take it. */
export const withOperators = (tried: string) => `
  mine as (
    select tried.*, me.account, coalesce(me.levels ->> tried.app_id, 'trusted') in ('known', 'trusted') as is_known,
      array(select distinct unnest(avoid_accounts || me.account)) as avoided
    from ${tried} tried join nodes me on me.id = tried.node_id
  ),
  asked as (select mine.*, ${servedBy('mine', 'n.account <> all(mine.avoided)')} as has_others from mine)`

/**
 * A failure that a node calls final is its vote that no node can run the job. The job ends when another operator votes the same, or, if no
 * other operator serves the app now, when the same operator votes a second time. Only nodes of level known or higher have a vote.
 */
const AGREED = `(asked.final and asked.is_known and (
    exists (select from attempts where job_id = asked.id and vote = 'open' and is_known and account <> asked.account)
    or (exists (select from attempts where job_id = asked.id and vote = 'open' and is_known)
      and not ${servedBy('asked', 'n.account <> asked.account')})
  ))`

const FAILED_OPERATORS = `(
    select count(distinct account) from (
      select account from attempts where job_id = asked.id and state in ('failed', 'lapsed') and is_known
      union all select asked.account where asked.is_known
    ) failed
  )`

/** Doesn't count attempts of nodes below known. */
const TRIES = `(attempts - (select count(*) from attempts where job_id = asked.id and not is_known) - (not asked.is_known)::int)`

/** Every operator that could run it has failed it and it had a few attempts, or no other node has the weights. */
const NOBODY_LEFT = `(attempts >= ${TRIES_WITHOUT_OTHERS_MAX} and not ${servedBy(
  'asked',
  `not exists (select from attempts where job_id = asked.id and state in ('failed', 'lapsed') and account = n.account)
        and n.account <> asked.account`,
)}) or (reason = 'weights_unavailable' and not ${servedBy('asked', 'n.id <> asked.node_id')})`

/**
 * SQL: after a failed attempt, the job is requeued for another operator first, or ends if it had enough attempts. A check's run ends right
 * away, and another node is drawn for it. `tried` has the locked job with `reason` (of the failure), `detail` and `final`. `over` has the
 * jobs that ended in error.
 */
export const requeueOrEnd = (state: 'failed' | 'lapsed', tried: string) => `
  ${withOperators(tried)},
  weighed as (select asked.*, ${AGREED} as agreed from asked),
  judged as (
    select asked.*, agreed or for_node_id is not null or ${TRIES} >= ${TRIES_MAX} or ${FAILED_OPERATORS} >= ${FAILED_OPERATORS_MAX} or ${NOBODY_LEFT} as ended
    from weighed asked
  ),
  noted as (
    insert into attempts (id, job_id, node_id, lease_token, state, started_at, reason, detail, account, is_known, vote)
    select attempt_id, id, node_id, lease_token, '${state}', started_at, reason, detail, account, is_known,
      case when agreed then 'confirmed' when final then 'open' end
    from judged
  ),
  ${endLeases('judged')},
  ${dropSentFiles('judged')},
  confirmed as (
    update attempts set vote = 'confirmed' from judged
    where judged.agreed and attempts.job_id = judged.id and attempts.vote = 'open'
  ),
  changed as (
    update jobs set
      status = case when ended then 'error' else 'queued' end,
      turn = ${requeueTurn},
      reason = case when ended then judged.reason end,
      finished_at = case when ended then now() end,
      position = case when ended then nextval('job_positions') end,
      node_id = case when ended then judged.node_id end,
      ${avoidTriedBy('judged', `case when judged.final then interval '0' else interval '${AVOID_SECONDS} seconds' end`)},
      attempt_id = null, seq = ${SEQ_AFTER_LEASE}
    from judged
    where jobs.id = judged.id
    returning jobs.id, jobs.app_id, judged.node_id, jobs.status, jobs.price, jobs.granted, jobs.payer,
      jobs.key_id, jobs.key_day
  ),
  over as (select * from changed where status = 'error')`
