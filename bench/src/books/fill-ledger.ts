import type pg from 'pg'

/** A job costs 20 credits, of which the operator gets 19: two lines when it is ordered, three when it is finished. */
const LINES_PER_JOB = 5
const LINES_PER_ACCOUNT = 100

/** One in this many accounts runs nodes. */
const OPERATOR_SHARE = 20
const STARTER = 10_000
const OPEN_JOBS = 1_000

const idOf = (n: string) => `('01980000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** Lines of jobs, as ordering and finishing write them. `jobs` is SQL that gives n, payer, operator. */
const insertJobs = (jobs: string, at: string) => `
  insert into ledger_entries (event, line, kind, account, bucket, amount, job_id, at)
  select event, line, kind, account, bucket, amount, ${idOf('n')}, ${at} from (${jobs}) jobs, lateral (values
    ('hold:' || ${idOf('n')}, 1, 'hold', payer, 'available', -20),
    ('hold:' || ${idOf('n')}, 2, 'hold', payer, 'held', 20),
    ('settle:' || ${idOf('n')}, 1, 'settle', payer, 'held', -20),
    ('settle:' || ${idOf('n')}, 2, 'earning', operator, 'available', 19),
    ('settle:' || ${idOf('n')}, 3, 'settle', null, 'fees', 1)
  ) as lines (event, line, kind, account, bucket, amount)`

export interface Filled {
  lines: number
  accounts: number
  jobs: number
}

/**
 * Grows the ledger of a network to `lines`, with an account for each 100 of them. All count as checked: sums and watermark are at the end.
 * Triggers are off meanwhile, since they would take most of the time; the check that follows finds no error.
 */
export async function fillLedger(database: pg.Client, from: Filled, lines: number): Promise<Filled> {
  const accounts = lines / LINES_PER_ACCOUNT
  const jobs = Math.floor((lines - 2 * (accounts + OPEN_JOBS)) / LINES_PER_JOB)
  await database.query('set session_replication_role = replica')
  await openAccounts(database, from.accounts, accounts)
  if (from.jobs === 0) await queueJobs(database, accounts)
  // Spread by primes, so that the lines of an account are spread over the whole ledger.
  await database.query(
    insertJobs(
      `select n, 1 + (n * 7919) % ${accounts} as payer, 1 + ${OPERATOR_SHARE} * ((n * 104729) % ${accounts / OPERATOR_SHARE}) as operator
      from generate_series(${from.jobs + 1}::bigint, ${jobs}::bigint) n`,
      `now() - interval '1 day'`,
    ),
  )
  await database.query(`
    insert into ledger_sums (account, entry, available, held, pending)
    select account, max(id), coalesce(sum(amount) filter (where bucket = 'available'), 0),
      coalesce(sum(amount) filter (where bucket = 'held'), 0), 0 from ledger_entries where account is not null group by account
    on conflict (account) do update set entry = excluded.entry, available = excluded.available, held = excluded.held`)
  await database.query(`
    update ledger_accounts a set available = s.available, held = s.held from ledger_sums s where s.account = a.id`)
  await database.query(
    'update ledger_state set events_until = (select max(id) from ledger_entries), walked_entry = 0, walked_account = 0, walking_entry = 0',
  )
  await database.query('set session_replication_role = origin')
  await database.query('vacuum analyze')
  await database.query('checkpoint')
  return { lines, accounts, jobs }
}

async function openAccounts(database: pg.Client, from: number, to: number): Promise<void> {
  await database.query(
    `insert into ledger_accounts (address) select '0x' || lpad(to_hex(n), 40, '0') from generate_series($1::int, $2::int) n`,
    [from + 1, to],
  )
  await database.query(
    `insert into ledger_entries (event, line, kind, account, bucket, amount, at)
    select 'starter:' || encode(sha256(n::text::bytea), 'hex'), line, 'starter', case line when 2 then n end,
      case line when 2 then 'available' else 'grants' end, case line when 2 then ${STARTER} else -${STARTER} end,
      now() - interval '2 days'
    from generate_series($1::bigint, $2::bigint) n, generate_series(1, 2) line`,
    [from + 1, to],
  )
}

/** Queued jobs, with the credits held for them. */
async function queueJobs(database: pg.Client, accounts: number): Promise<void> {
  await database.query(
    `with queued as (
      insert into jobs (id, app_id, app_version, payer, input, input_hash, visibility, status, turn, price, expires_at)
      select gen_random_uuid(), 'echo', 1, 1 + n % $1::bigint, '{"text": "bench"}', '', 'private', 'queued', n, 20,
        now() + interval '1 day'
      from generate_series(1, ${OPEN_JOBS}) n
      returning id, payer
    )
    insert into ledger_entries (event, line, kind, account, bucket, amount, job_id, at)
    select 'hold:' || id, line, 'hold', payer, case line when 1 then 'available' else 'held' end,
      case line when 1 then -20 else 20 end, id, now() - interval '1 day'
    from queued, generate_series(1, 2) line`,
    [accounts],
  )
}

/**
 * Adds the jobs between two runs, of the same number of accounts whatever the size. They were ordered and finished eleven minutes ago, so
 * the next run checks them and moves sums and watermark past them.
 */
export async function addRecent(
  database: pg.Client,
  filled: Filled,
  { jobs, payers, operators }: { jobs: number; payers: number; operators: number },
): Promise<void> {
  const { accounts } = filled
  await database.query('begin')
  await database.query(
    insertJobs(
      `select n, 1 + (n % ${payers}) * ${accounts} / ${payers} as payer,
        1 + ${OPERATOR_SHARE} * ((n % ${operators}) * ${accounts / OPERATOR_SHARE} / ${operators}) as operator
      from generate_series(${filled.jobs + 1}::bigint, ${filled.jobs + jobs}::bigint) n`,
      `now() - interval '11 minutes'`,
    ),
  )
  await database.query(
    `update ledger_accounts a set available = a.available + sums.amount
    from (
      select account, sum(amount) as amount from ledger_entries
      where id > (select max(id) - ${jobs * LINES_PER_JOB} from ledger_entries where id > (select events_until from ledger_state))
        and bucket = 'available' group by account
    ) sums where a.id = sums.account`,
  )
  await database.query('commit')
  await database.query(`
    drop table if exists sums_before;
    create table sums_before as select s.*, events_until from ledger_sums s, ledger_state
      where account in (select account from ledger_entries where id > events_until)`)
  filled.jobs += jobs
}

/** Undoes the last run: the lines since are unchecked again, and the walk is in the middle of the entries or of the accounts. */
export async function rewindCheck(
  database: pg.Client,
  { accounts }: Filled,
  walk: 'entries' | 'accounts',
): Promise<void> {
  await database.query(`
    update ledger_sums s set entry = b.entry, available = b.available, held = b.held from sums_before b where b.account = s.account;
    update ledger_state set events_until = (select max(events_until) from sums_before), walking_entry = 0`)
  await database.query(
    walk === 'entries'
      ? 'update ledger_state set walked_entry = events_until / 2, walked_account = 0'
      : `update ledger_state set walked_entry = events_until, walked_account = ${accounts / 2}`,
  )
}
