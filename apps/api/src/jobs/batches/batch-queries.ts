import type { StoredFile } from '@infra/protocol/jobs'
import type { JobBatch } from '@infra/protocol/jobs/batches'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { insertKey } from '../../http/idempotency.ts'
import { holdAll, spendByKey, TODAY } from '../../ledger/movements.ts'
import { IS_QUEUED } from '../../matching/eligible-nodes.ts'
import { JOB_TTL_HOURS } from '../job-rules.ts'

/**
 * Takes the sum and queues all jobs, or does nothing. Jobs that were cancelled count for a minute: ordering and cancelling cost nothing, but
 * write rows and webhooks. Each job has its own hold, so that it's settled or refunded by itself. In each app's queue they take consecutive
 * turns, as if they had been ordered one by one, so other people's jobs come between them.
 */
const insertText = ({ hold, keyId }: { hold: string; keyId: string }) => `
  with person as (select address from users where address = $1 for key share),
  given as (
    select * from jsonb_to_recordset($2::jsonb) as given (id uuid, place int, app_id text, app_version int, input jsonb,
      input_files jsonb, input_hash text, price int, visibility text, ref text)
  ),
  asked as (select sum(price)::bigint as price, max(price)::bigint as per_job, count(*) as count from given),
  room as (
    select from person, asked where asked.count + (
      select count(*) from jobs where user_address = $1 and status in ('queued', 'running') and batch_id is not null
    ) + (
      select count(*) from jobs where status = 'cancelled'
        and batch_id in (select id from job_batches where address = $1 and created_at > now() - interval '1 minute')
    ) <= $3
  ),
  ${hold},
  first as (
    select app.app_id, app.app_version, greatest(mine.turn + 1, head.turn, 0) as turn
    from (select distinct app_id, app_version from given) app
    left join lateral (
      select max(turn) as turn from jobs where user_address = $1 and status = 'queued' and app_id = app.app_id
    ) mine on true
    left join lateral (
      select turn from jobs where ${IS_QUEUED} and app_id = app.app_id and app_version = app.app_version order by turn, id limit 1
    ) head on true
  ),
  queued as (
    insert into jobs (id, user_address, app_id, app_version, payer, input, input_files, input_hash, visibility, status, turn, price,
      granted, expires_at, attempts, key_id, key_day, batch_id, batch_place, batch_ref)
    select given.id, $1, given.app_id, given.app_version, shares.account, input, input_files, input_hash, visibility, 'queued',
      first.turn + row_number() over (partition by given.app_id order by place) - 1, given.price, shares.granted,
      now() + interval '${JOB_TTL_HOURS} hours', 0, ${keyId}, case when ${keyId} is not null then ${TODAY} end, $4, place, ref
    from given join shares on shares.id = given.id join first on first.app_id = given.app_id and first.app_version = given.app_version
  ),
  batch as (
    insert into job_batches (id, address, count, price) select $4, $1, asked.count, asked.price from held, asked returning id
  ),
  keyed as (${insertKey(5, { answer: `jsonb_build_object('id', batch.id)`, from: 'batch' })})
  select id from batch`

const ORDERS = { address: '$1', jobs: 'given' }

export const insertBatch = statement<{ id: string }>(
  'submit-batch',
  insertText({ hold: holdAll({ ...ORDERS, given: 'room', key: 'null::uuid' }), keyId: 'null::uuid' }),
)

const KEY = '$9::uuid'
const SPENT = {
  key: KEY,
  address: '$1',
  price: '(select price from asked)',
  perJob: '(select per_job from asked)',
}

export const insertBatchByKey = statement<{ id: string }>(
  'submit-batch-by-key',
  insertText({
    hold: `${spendByKey({ ...SPENT, given: 'room' })}, ${holdAll({ ...ORDERS, given: 'allowed', key: KEY })}`,
    keyId: KEY,
  }),
)

const COUNTS = ['queued', 'running', 'finished', 'error', 'cancelled']
  .map((status) => `'${status}', count(*) filter (where j.status = '${status}')`)
  .join(', ')

const selectBatch = statement<JobBatch>(
  'find-batch',
  `select b.id, b.count, b.price::float8 as price, b.created_at as "createdAt", b.finished_at as "finishedAt",
    coalesce(sum(j.charged), 0)::float8 as charged, jsonb_build_object(${COUNTS}) as jobs
  from job_batches b left join jobs j on j.batch_id = b.id where b.id = $1 and b.address = $2 group by b.id`,
)

export async function findBatch(db: Db, id: string, address: string): Promise<JobBatch | undefined> {
  const [batch] = await selectBatch(db, [id, address])
  return batch
}

export interface BatchedJob {
  id: string
  place: number
  ref: string | null
  status: string
  reason: string | null
  charged: number | null
  outputs: StoredFile[]
}

export const listBatched = statement<BatchedJob>(
  'list-jobs-of-batch',
  `select id, batch_place as place, batch_ref as ref, status, reason, charged, outputs from jobs where batch_id = $1 order by batch_place`,
)

export const listOpenOfBatch = statement<{ id: string }>(
  'list-open-jobs-of-batch',
  `select id from jobs where batch_id = $1 and status in ('queued', 'running')`,
)

const finish = statement(
  'finish-batches',
  `with ended as (
    select b.id from job_batches b where finished_at is null
      and not exists (select from jobs where batch_id = b.id and status in ('queued', 'running'))
    order by b.id limit 100 for update skip locked
  ),
  finished as (
    update job_batches b set finished_at = now() from ended where b.id = ended.id returning b.id, b.address, b.count, b.price
  )
  select announce(f.address, 'batch.finished', null, jsonb_build_object('id', f.id, 'count', f.count, 'price', f.price,
    'jobs', c.jobs, 'credits', c.charged))
  from finished f cross join lateral (
    select jsonb_build_object(${COUNTS}) as jobs, coalesce(sum(j.charged), 0) as charged from jobs j where j.batch_id = f.id
  ) c`,
)

/**
 * Every second: notifies of batches whose last job has ended. Counting open jobs whenever one ends would make ending jobs wait for each
 * other.
 */
export async function finishBatches(db: Db): Promise<void> {
  await finish(db, [])
}

export const deleteBatchesOf = statement('delete-batches-of', 'delete from job_batches where address = $1')
