import type pg from 'pg'

/** A machine that serves one language model to AI Horde, and its owner. */
export interface HordeWorker {
  id: string
  name: string
  apiKey: string
  userId: number
  model: string
}

const USERS = 1_000
const PERFORMANCES_KEPT = 20

/**
 * The tables that a text pop and a text submit of AI Horde touch, with the columns, keys and indexes that its models
 * declare (github.com/Haidra-Org/AI-Horde, horde/classes/base/{user,worker,waiting_prompt,processing_generation,stats}.py
 * and horde/classes/kobold/*.py, at commit b82d274 of 2026, version 5.1.0). What only image jobs have is left out.
 */
export async function createHordeTables(database: pg.Client): Promise<void> {
  await database.query(PEOPLE)
  await database.query(WORKERS)
  await database.query(REQUESTS)
  await database.query(STATISTICS)
}

const PEOPLE = `
  create table users (id serial primary key, username varchar(50) not null, oauth_id varchar(50) not null,
    api_key varchar(100) not null, client_id varchar(50) not null unique, created timestamp not null default now(),
    last_active timestamp not null default now(), contact varchar(50), admin_comment text, proxy_passkey varchar(100),
    kudos bigint not null, monthly_kudos int not null default 0, monthly_kudos_last_received timestamp,
    evaluating_kudos int not null default 0, usage_multiplier float not null default 1, worker_invited int not null default 0,
    public_workers bool not null default false, concurrency int not null default 30);
  create unique index on users (oauth_id); create unique index on users (api_key);
  create index on users (created); create index on users (kudos);
  create table user_roles (id serial primary key, user_id int not null references users on delete cascade,
    user_role varchar not null, value bool not null, unique (user_id, user_role));
  create index on user_roles (user_id);
  create table user_stats (id serial primary key, user_id int not null references users on delete cascade,
    action varchar(20) not null, value bigint not null, unique (user_id, action));
  create index on user_stats (action);
  create table user_records (id serial primary key, user_id int not null references users on delete cascade,
    record_type varchar not null, record varchar(30) not null, value float not null, unique (user_id, record_type, record));
  create index on user_records (record_type);`

const WORKERS = `
  create table workers (id uuid primary key, worker_type varchar(30) not null, user_id int references users on delete cascade,
    name varchar(100) not null, info varchar(1000), ipaddr varchar(39), created timestamp default now(),
    last_check_in timestamp default now(), last_aborted_job timestamp default now(), kudos bigint not null default 0,
    contributions bigint not null default 0, fulfilments int not null default 0, aborted_jobs int not null default 0,
    uncompleted_jobs int not null default 0, uptime bigint not null default 0, threads int not null default 1,
    bridge_agent text not null, last_reward_uptime bigint not null default 0, max_power int not null default 20,
    extra_slow_worker bool not null default false, paused bool not null default false, maintenance bool not null default false,
    maintenance_msg varchar(300) not null default '', team_id uuid, allow_unsafe_ipaddr bool not null default true,
    speed float not null, nsfw bool not null default true, max_length int not null, max_context_length int not null);
  create unique index on workers (name); create index on workers (last_check_in); create index on workers (contributions);
  create index on workers (bridge_agent); create index on workers (extra_slow_worker); create index on workers (speed);
  create table worker_stats (id serial primary key, worker_id uuid not null references workers on delete cascade,
    action varchar(20) not null, value bigint not null, unique (worker_id, action));
  create index on worker_stats (action);
  create table worker_performances (id serial primary key, worker_id uuid not null references workers on delete cascade,
    performance float, created timestamp default now());
  create index on worker_performances (worker_id);
  create table worker_blacklists (id serial primary key, worker_id uuid not null references workers on delete cascade,
    word varchar(20));
  create table worker_messages (id uuid primary key, worker_id uuid references workers on delete cascade,
    user_id int references users on delete cascade, message text, origin varchar(255), expiry timestamp, created timestamp);
  create index on worker_messages (expiry);`

const INDEXED_OF_REQUESTS = [
  'wp_type',
  'trusted_workers',
  'validated_backends',
  'slow_workers',
  'extra_slow_workers',
  'worker_blacklist',
  'faulted',
  'active',
  'n',
  'extra_priority',
  'expiry',
  'created',
  'max_length',
  'max_context_length',
]

const REQUESTS = `
  create table waiting_prompts (id uuid primary key, wp_type varchar(30) not null, prompt text not null,
    user_id int references users on delete cascade, params jsonb not null, gen_payload jsonb not null, extra_source_images jsonb,
    nsfw bool not null default false, ipaddr varchar(39), safe_ip bool not null default true,
    trusted_workers bool not null default false, validated_backends bool not null default true,
    slow_workers bool not null default true, extra_slow_workers bool not null default false,
    worker_blacklist bool not null default false, faulted bool not null default false, active bool not null default false,
    consumed_kudos int not null default 0, kudos float not null default 0, n int not null, jobs int not null,
    things bigint not null, total_usage float not null default 0, extra_priority int not null, job_ttl int not null default 150,
    disable_batching bool not null default false, webhook varchar(1024), traceparent varchar(55), client_agent text not null,
    sharedkey_id uuid, proxied_account varchar(255), expiry timestamp, created timestamp, max_length int not null,
    max_context_length int not null, softprompt varchar(255));
  ${INDEXED_OF_REQUESTS.map((column) => `create index on waiting_prompts (${column});`).join('\n')}
  create table wp_models (id serial primary key, wp_id uuid not null references waiting_prompts on delete cascade,
    model varchar(255) not null);
  create table wp_allowed_workers (id serial primary key, worker_id uuid not null references workers,
    wp_id uuid not null references waiting_prompts on delete cascade);
  create table wp_tricked_workers (id serial primary key, worker_id uuid not null references workers,
    wp_id uuid not null references waiting_prompts on delete cascade);
  create table processing_gens (id uuid primary key, procgen_type varchar(30) not null, generation text, gen_metadata jsonb,
    model varchar(255) not null, seed bigint not null, start_time timestamp not null, cancelled bool not null,
    faulted bool not null, fake bool not null, censored bool not null, job_ttl int not null,
    wp_id uuid not null references waiting_prompts on delete cascade, worker_id uuid not null references workers,
    created timestamp not null);
  create index on processing_gens (procgen_type); create index on processing_gens (job_ttl);`

const STATISTICS = `
  create table model_performances (id serial primary key, model varchar(255), performance float, created timestamp);
  create index on model_performances (model);
  create table horde_fulfillments (id serial primary key, deliver_time timestamp, things float,
    thing_type varchar(20) not null, created timestamp);
  create index on horde_fulfillments (thing_type);
  create table text_gen_stats (id serial primary key, finished timestamp, created timestamp, model varchar(255) not null,
    max_length int not null, max_context_length int not null, softprompt int, prompt_length int not null,
    client_agent text not null, bridge_agent text not null, state varchar not null);
  create index on text_gen_stats (finished); create index on text_gen_stats (model);
  create index on text_gen_stats (client_agent); create index on text_gen_stats (bridge_agent);
  create index on text_gen_stats (state);`

/** What later versions added for the pop: sql_statements/5.1.4.txt and 5.1.8.txt. */
export async function addLaterIndexes(database: pg.Client): Promise<void> {
  await database.query(`
    create index on wp_models (wp_id, model);
    create index on wp_allowed_workers (wp_id, worker_id);
    create index on waiting_prompts (wp_type, extra_priority desc, created asc) where active and not faulted and n > 0;
    create index on processing_gens (wp_id)`)
}

/**
 * Requests of many people wait, of which four in five name a model; each model has a worker of a trusted operator. That
 * prompts are short, nobody names workers, no worker has a blacklist and nothing is left of earlier requests is cheaper for AI
 * Horde than what is usual.
 */
export async function fillHorde(
  database: pg.Client,
  { workers, queued }: { workers: number; queued: number },
): Promise<HordeWorker[]> {
  await database.query(
    `insert into users (username, oauth_id, api_key, client_id, kudos)
    select 'user' || n, 'oauth' || n, md5('key' || n), 'client' || n, 25 + (n * 7919) % 50000
    from generate_series(1, ${USERS}) n;
    insert into user_stats (user_id, action, value) select id, 'accumulated', kudos from users;
    insert into user_records (user_id, record_type, record, value)
    select id, type, 'text', 100 from users, unnest(array['CONTRIBUTION', 'FULFILLMENT', 'USAGE', 'REQUEST']) type;
    insert into user_roles (user_id, user_role, value) select id, 'TRUSTED', true from users where id <= ${workers};
    insert into workers (id, worker_type, user_id, name, ipaddr, bridge_agent, speed, max_length, max_context_length)
    select gen_random_uuid(), 'text_worker', n, 'worker' || n, '10.0.0.' || n, 'KoboldCppEmbedWorker:2:', 20, 512, 8192
    from generate_series(1, ${workers}) n;
    insert into worker_stats (worker_id, action, value) select id, 'generated', 1000 from workers;
    insert into worker_performances (worker_id, performance)
    select id, 20 from workers, generate_series(1, ${PERFORMANCES_KEPT});
    insert into waiting_prompts (id, wp_type, prompt, user_id, params, gen_payload, ipaddr, active, kudos, n, jobs, things,
      extra_priority, client_agent, expiry, created, max_length, max_context_length)
    select gen_random_uuid(), 'text', prompt, users.id, '{"max_length": 80}',
      jsonb_build_object('prompt', prompt, 'n', 1, 'max_length', 80, 'max_context_length', 2048), '10.1.0.1', true, 5, 1, 1, 80,
      users.kudos, 'bench:1:bench', now() + interval '20 minutes', now() - n * interval '10 ms', 80, 2048
    from generate_series(1, ${queued}) n
    join users on users.id = ${workers} + 1 + n % (${USERS} - ${workers}),
      (values ('Once upon a time there was a forge')) short (prompt);
    insert into wp_models (wp_id, model)
    select id, 'model' || 1 + place % ${workers} from (select id, row_number() over () as place from waiting_prompts) wp
    where place % 5 > 0`,
  )
  await database.query('vacuum analyze')
  await database.query('checkpoint')
  const { rows } = await database.query<HordeWorker>(
    `select workers.id, name, api_key as "apiKey", user_id as "userId", 'model' || user_id as model
    from workers join users on users.id = user_id order by user_id`,
  )
  return rows
}
