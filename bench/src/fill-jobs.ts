import type pg from 'pg'

/** With results like those of an app that makes pictures, because the size of a row affects the cost of reading it. */
const OUTPUTS = JSON.stringify([
  {
    name: 'image',
    kind: 'image',
    mime: 'image/png',
    bytes: 245_760,
    sha256: '5'.repeat(64),
    width: 1024,
    height: 1024,
    seconds: null,
    text: null,
    placeholder: `data:image/webp;base64,${'UklGRj4AAABXRUJQVlA4IDIAAADQAQCdASoIAAgA'.repeat(3)}`,
  },
])

const STRANGERS = 300

/** The node that did the work; it no longer exists. */
const NODE = `'0x${'0'.repeat(40)}'`

/** One in this many jobs is this person's: a full page at 1,000 jobs, and more as there are more. */
const SHARE = 20

export interface Fill {
  from: number
  to: number
  person: string
}

/** The id of the inserted job with this number. */
export const idOfNumber = (number: number) =>
  `01980000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** The people who ordered the jobs, and the node that ran them. */
async function insertOwners(database: pg.Client): Promise<void> {
  await database.query(
    `insert into users (address, created_at) select '0x' || lpad(to_hex(n), 40, '0'), now() from generate_series(0, ${STRANGERS}) n
    on conflict do nothing`,
  )
  await database.query(
    `insert into nodes (id, operator, account, name, created_at, removed_at)
    select ${NODE}, '', min(id), 'Bench', now(), now() from ledger_accounts on conflict do nothing`,
  )
}

/** Inserts ended jobs that are in the feed. */
export async function insertEnded(database: pg.Client, { from, to, person }: Fill): Promise<void> {
  await insertOwners(database)
  await database.query(
    `insert into jobs (id, app_id, app_version, user_address, payer, input, input_hash, visibility, status, turn, price,
      expires_at, position, created_at, started_at, finished_at, counted, outputs, seq, attempts,
      attempt_id, node_id, receipt)
    select ${idOf('n')}, (array['upscale', 'cut-out', 'vectorise', 'speak'])[1 + n % 4], 1, ${ownerOf('n')}, 1,
      jsonb_build_object('text', 'Warm places are where the work is, number ' || n), '', 'public', 'finished', n, 5,
      now() + interval '1 day', nextval('job_positions'), now(), now(), now(), true, $3, 4, 1,
      gen_random_uuid(), ${NODE}, '{}'
    from generate_series($1::int, $2::int) n, (select $4::text as person) p`,
    [from, to, OUTPUTS, person],
  )
}

/** Inserts one of them, and sends the notification that another API process would send when it ends. */
export async function endPublicJob(database: pg.Client, person: string, number: number): Promise<void> {
  await insertEnded(database, { from: number, to: number, person })
  const payload = JSON.stringify({ from: 'bench', events: [['feed', idOfNumber(number)]] })
  await database.query('select pg_notify($1, $2)', ['infra_notifications', payload])
}

/** Inserts ended jobs, each with its attempt and its lines in the ledger; the person has marked some as favorites. */
export async function fillEnded(database: pg.Client, fill: Fill): Promise<void> {
  const { from, to, person } = fill
  await insertEnded(database, fill)
  await database.query(
    `insert into attempts (id, job_id, node_id, lease_token, state, started_at, ended_at, result_hash)
    select gen_random_uuid(), ${idOf('n')}, ${NODE}, 'x', 'finished', now(), now(), '' from generate_series($1::int, $2::int) n`,
    [from, to],
  )
  await database.query(
    `insert into favorites (id, user_address, job_id)
    select ${idOf('n')}, $3, ${idOf('n')} from generate_series($1::int, $2::int) n where n % ${SHARE} = 0`,
    [from, to, person],
  )
  await database.query(
    `insert into ledger_entries (event, line, kind, account, bucket, amount, job_id)
    select 'hold:' || ${idOf('n')}, line, 'hold', case when line = 1 and n % ${SHARE} = 0 then mine.id end,
      case line when 1 then 'available' else 'fees' end, case line when 1 then -5 else 5 end, ${idOf('n')}
    from generate_series($1::int, $2::int) n, generate_series(1, 2) line,
      (select id from ledger_accounts where address = $3) mine`,
    [from, to, person],
  )
  // Without errors in the books, payouts don't wait.
  await database.query(
    `update ledger_accounts set available = available
      - 5 * (select count(*) from generate_series($1::int, $2::int) n where n % ${SHARE} = 0) where address = $3`,
    [from, to, person],
  )
  await database.query('vacuum analyze')
}

/** Inserts queued jobs of many people. */
export async function fillQueue(database: pg.Client, { from, to, person }: Fill): Promise<void> {
  await insertOwners(database)
  await database.query(
    `with queued as (
      insert into jobs (id, app_id, app_version, user_address, payer, input, input_hash, visibility, status, turn, price, expires_at)
      select gen_random_uuid(), 'echo', 1, ${ownerOf('n')}, 1, '{"text": "bench"}', '', 'private', 'queued', n, 1,
        now() + interval '1 day'
      from generate_series($1::int, $2::int) n, (select $3::text as person) p
      returning id
    )
    insert into ledger_entries (event, line, kind, bucket, amount, job_id)
    select 'hold:' || id, 1, 'hold', 'grants', 0, id from queued`,
    [from, to, person],
  )
  await database.query('vacuum analyze jobs')
}

const idOf = (n: string) => `('01980000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const ownerOf = (n: string) =>
  `case when ${n} % ${SHARE} = 0 then p.person else '0x' || lpad(to_hex(${n} % ${STRANGERS}), 40, '0') end`
