import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { HordeWorker } from './horde-tables.ts'

interface Popped {
  generation: string
  worker: HordeWorker
}

/**
 * What AI Horde asks PostgreSQL for when a text worker fetches a request ("pop"; `submit` below: when it submits its
 * result), in the order of its source: github.com/Haidra-Org/AI-Horde, files named from horde/ on, at commit b82d274 (5.1.0);
 * database/text_functions.py at 039ad7e, classes/base/worker.py as of 5.0.4. It is its SQL alone, none of its Python or Redis.
 *
 * Where there was a choice it is the one that costs it less: `*` for the columns that SQLAlchemy writes out one by one; nothing
 * read anew after a commit; a trusted operator; a worker that checked in less than 30 seconds ago, so that this is not written;
 * the first request that is found fits; kudos kept in place, without the rows that the ledger of 5.1 adds; statistics
 * committed with the rest.
 *
 * This part: apis/v2/base.py, JobPopTemplate._post_inner.
 */
export async function pop(session: pg.Client, worker: HordeWorker): Promise<Popped> {
  await session.query('begin')
  await identify(session, worker)
  const wp = await findRequest(session, worker)
  const generation = await startGeneration(session, worker, wp)
  // database/functions.py, get_all_active_worker_messages
  await session.query('begin')
  await session.query(sql`
    select * from worker_messages where (worker_id = ${worker.id} or worker_id is null) and expiry > ${utcNow()}`)
  await session.query('rollback')
  return { generation, worker }
}

/** apis/v2/base.py, JobPopTemplate.validate, check_ip and the beginning of _post_inner. */
async function identify(session: pg.Client, { apiKey, userId, name }: HordeWorker): Promise<void> {
  await findUserByApiKey(session, apiKey)
  // classes/base/user.py, User._has_role: User.roles, lazily, for deleted, flagged and trusted
  await session.query(sql`select * from user_roles where user_id = ${userId}`)
  // database/functions.py, find_worker_by_name
  await session.query(sql`
    select * from workers where name = ${name} and worker_type in ('text_worker') limit 1`)
  // The priority users that the worker names: none
  await session.query('select id from users where id in (null) and 1 != 1')
}

interface WaitingPrompt {
  id: string
  n: number
}

/** apis/v2/base.py, JobPopTemplate._post_inner: those of the operator first, then all; the first that fits. */
async function findRequest(session: pg.Client, worker: HordeWorker): Promise<WaitingPrompt> {
  const own = await session.query<WaitingPrompt>(
    waiting(worker, sql` and waiting_prompts.user_id in (${worker.userId})`),
  )
  const all = await session.query<WaitingPrompt>(waiting(worker))
  const wp = [...own.rows, ...all.rows][0]
  if (!wp) throw new Error('The queue is empty.')
  // classes/base/worker.py, Worker.can_generate: three relationships, lazily
  await session.query(sql`select * from wp_tricked_workers where wp_id = ${wp.id}`)
  await session.query(sql`select * from worker_blacklists where worker_id = ${worker.id}`)
  await session.query(sql`select * from wp_allowed_workers where wp_id = ${wp.id}`)
  return wp
}

/**
 * database/text_functions.py, get_sorted_text_wp_filtered_to_worker (as of commit 039ad7e). Conditions on the worker itself
 * are decided in Python and not sent.
 */
const waiting = ({ id, model }: HordeWorker, ofUsers = '') =>
  sql`
    select waiting_prompts.* from waiting_prompts
    left outer join wp_models on waiting_prompts.id = wp_models.wp_id
    left outer join wp_allowed_workers on waiting_prompts.id = wp_allowed_workers.wp_id
    where waiting_prompts.n > 0 and waiting_prompts.max_length <= 512 and waiting_prompts.max_context_length <= 8192
      and waiting_prompts.active = true and waiting_prompts.faulted = false and waiting_prompts.expiry > ${utcNow()}
      and (wp_models.model in (${model}) or wp_models.id is null)
      and (wp_allowed_workers.id is null
        or waiting_prompts.worker_blacklist is false and wp_allowed_workers.worker_id = ${id}
        or waiting_prompts.worker_blacklist is true and wp_allowed_workers.worker_id != ${id})
      and waiting_prompts.wp_type in ('text')` +
  ofUsers +
  sql`
    order by waiting_prompts.extra_priority desc, waiting_prompts.created asc limit 3 offset 0
    for update of waiting_prompts skip locked`

/** classes/base/waiting_prompt.py, WaitingPrompt._start_generation. */
async function startGeneration(session: pg.Client, worker: HordeWorker, wp: WaitingPrompt): Promise<string> {
  // WaitingPrompt.refresh, which commits
  await session.query(sql`
    update waiting_prompts set n = ${wp.n - 1}, expiry = ${utcNow(20 * MINUTE)} where id = ${wp.id}`)
  await session.query('commit')
  // WaitingPrompt._select_model: WaitingPrompt.models, lazily
  await session.query('begin')
  await session.query(sql`select * from wp_models where wp_id = ${wp.id}`)
  // classes/base/processing_generation.py, ProcessingGeneration.__init__
  const id = randomUUID()
  await session.query(sql`
    insert into processing_gens (id, procgen_type, generation, gen_metadata, model, seed, start_time, cancelled, faulted, fake,
      censored, job_ttl, wp_id, worker_id, created)
    values (${id}, 'text', null, null, ${worker.model}, 0, ${utcNow()}, false, false, false, false, 150, ${wp.id}, ${worker.id},
      ${utcNow()})`)
  await session.query('commit')
  return id
}

interface Loaded {
  worker: { id: string; user_id: number; bridge_agent: string }
  wp: { id: string; user_id: number }
  model: string
}

/** apis/v2/base.py, JobSubmitTemplate.validate, and classes/kobold/processing_generation.py, set_generation. */
export async function submit(session: pg.Client, { generation, worker }: Popped): Promise<void> {
  await session.query('begin')
  const loaded = await load(session, generation, worker.apiKey)
  await setGeneration(session, generation, loaded)
  await recordContribution(session, loaded)
  await recordUsage(session, loaded)
  await session.query('commit')
  await recordPerformance(session, worker.id)
  // classes/kobold/genstats.py, record_text_statistic
  await session.query('begin')
  await session.query(sql`
    insert into text_gen_stats (finished, created, model, max_length, max_context_length, softprompt, prompt_length, client_agent,
      bridge_agent, state)
    values (${utcNow()}, ${utcNow()}, ${loaded.model}, 80, 2048, null, 34, 'bench:1:bench', ${loaded.worker.bridge_agent}, 'OK')
    returning id`)
  await session.query('commit')
}

/** What submitting reads, relationship by relationship. */
async function load(session: pg.Client, generation: string, apiKey: string): Promise<Loaded> {
  // database/text_functions.py, get_text_progen_by_id
  const { rows } = await session.query<{ wp_id: string; worker_id: string; model: string }>(sql`
    select * from processing_gens where id = ${generation} and procgen_type in ('text') limit 1`)
  const { wp_id, worker_id, model } = rows[0]!
  await findUserByApiKey(session, apiKey)
  const workers = await session.query<Loaded['worker']>(sql`
    select * from workers where id = ${worker_id} and worker_type in ('text_worker')`)
  const wps = await session.query<Loaded['wp']>(sql`
    select * from waiting_prompts where id = ${wp_id} and wp_type in ('text')`)
  return { worker: workers.rows[0]!, wp: wps.rows[0]!, model }
}

/** classes/base/stats.py, record_fulfilment, and classes/base/processing_generation.py, set_generation. */
async function setGeneration(session: pg.Client, id: string, { model }: Loaded): Promise<void> {
  await session.query(sql`
    insert into model_performances (model, performance, created) values (${model}, 20, ${utcNow()}) returning id`)
  await session.query(sql`
    insert into horde_fulfillments (deliver_time, things, thing_type, created)
    values (${utcNow()}, 80, 'text', ${utcNow()}) returning id`)
  // First where nobody else did; then the object's own change, which SQLAlchemy writes again.
  await session.query(sql`
    update processing_gens set generation = ${RESULT}, seed = 1, gen_metadata = null, cancelled = false
    where id = ${id} and generation is null and faulted is false and procgen_type in ('text')`)
  await session.query(sql`update processing_gens set generation = ${RESULT}, seed = 1 where id = ${id}`)
}

/** classes/base/worker.py, _record_contribution, and classes/base/user.py, record_contributions. */
async function recordContribution(session: pg.Client, { worker }: Loaded): Promise<void> {
  await incrementRecord(session, worker.user_id, 'FULFILLMENT')
  await session.query(sql`select * from user_roles where user_id = ${worker.user_id}`)
  await incrementStat(session, worker.user_id, 5)
  await incrementRecord(session, worker.user_id, 'CONTRIBUTION')
  await session.query(sql`
    insert into worker_stats (worker_id, action, value) values (${worker.id}, 'generated', 5)
    on conflict (worker_id, action) do update set value = round((worker_stats.value + excluded.value)::numeric, 2)`)
  // SQLAlchemy writes the sum itself; here it is added, so that those who submit at once do not undo each other's.
  await session.query(sql`
    update users set last_active = ${utcNow()}, kudos = kudos + 5 where id = ${worker.user_id}`)
  await session.query(sql`
    update workers set kudos = kudos + 5, contributions = contributions + 80, fulfilments = fulfilments + 1
    where id = ${worker.id}`)
}

/** classes/base/waiting_prompt.py, record_usage, and classes/base/user.py, record_usage. */
async function recordUsage(session: pg.Client, { wp }: Loaded): Promise<void> {
  await session.query(sql`select * from users where id = ${wp.user_id}`)
  await incrementStat(session, wp.user_id, -5)
  await incrementRecord(session, wp.user_id, 'REQUEST')
  await incrementRecord(session, wp.user_id, 'USAGE')
  await session.query(sql`
    update users set last_active = ${utcNow()}, kudos = kudos - 5 where id = ${wp.user_id}`)
  await session.query(sql`
    update waiting_prompts set consumed_kudos = 6, expiry = ${utcNow(20 * MINUTE)} where id = ${wp.id}`)
}

/** classes/base/worker.py, record_performance (since 5.0.4). */
async function recordPerformance(session: pg.Client, workerId: string): Promise<void> {
  await session.query('begin')
  await session.query(sql`
    select count(*) from (select * from worker_performances where worker_id = ${workerId}) as kept`)
  await session.query(sql`
    delete from worker_performances where worker_id = ${workerId} and id not in
      (select id from worker_performances where worker_id = ${workerId} order by created desc limit 20)`)
  await session.query(sql`
    insert into worker_performances (worker_id, performance, created) values (${workerId}, 20, ${utcNow()}) returning id`)
  await session.query(sql`select avg(performance) from worker_performances where worker_id = ${workerId}`)
  await session.query(sql`update workers set speed = ${20 + Math.random()} where id = ${workerId}`)
  await session.query('commit')
}

/** database/functions.py. */
const findUserByApiKey = (session: pg.Client, apiKey: string) =>
  session.query(sql`select * from users where api_key = ${apiKey} and oauth_id != '<wiped>' limit 1`)

/** database/kudos_counters.py, increment_counter, from User.update_user_record. */
const incrementRecord = (session: pg.Client, userId: number, type: string) =>
  session.query(sql`
    insert into user_records (user_id, record_type, record, value) values (${userId}, ${type}, 'text', 1)
    on conflict (user_id, record_type, record) do update
    set value = round((user_records.value + excluded.value)::numeric, 2)`)

/** database/kudos_counters.py, increment_counter, from User.modify_kudos. */
const incrementStat = (session: pg.Client, userId: number, kudos: number) =>
  session.query(sql`
    insert into user_stats (user_id, action, value) values (${userId}, 'accumulated', ${kudos})
    on conflict (user_id, action) do update set value = round((user_stats.value + excluded.value)::numeric, 2)`)

const MINUTE = 60_000
const RESULT = 'And they lived happily ever after. '.repeat(9)

const utcNow = (laterMs = 0) => new Date(Date.now() + laterMs).toISOString()

/** As psycopg2 sends it: values are written into the text, so that nothing is prepared. */
function sql(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  const inText = (value: string | number) => (typeof value === 'number' ? value : pg.escapeLiteral(value))
  return String.raw({ raw: parts }, ...values.map(inText))
}
