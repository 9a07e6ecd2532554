import { findApp } from '@infra/protocol/apps/catalogue'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { rollUp } from '../../jobs/roll-up.ts'
import type { Person } from '../../test/person.ts'

/** Jobs of the last seven days, evenly spread over these people. Without a node, they're jobs that nobody ran for an hour. */
export async function insertJobs(
  { longWorkDb: db }: Pick<Deps, 'longWorkDb'>,
  {
    appId,
    count,
    people,
    nodeId = null,
    price = 10,
    seconds = 30,
  }: {
    appId: string
    count: number
    people: Person[]
    nodeId?: string | null
    price?: number
    seconds?: number
  },
): Promise<void> {
  const addresses = people.map(({ address }) => address.toLowerCase())
  await db.execute(sql`
    with payers as (
      select id, row_number() over (order by address) - 1 as place from ledger_accounts where address = any(${sql.param(addresses)})
    ),
    given as (
      select n, now() - interval '7 days' + interval '5 minutes' + (interval '7 days' - interval '2 hours') * n / ${count} as at
      from generate_series(0, ${count}::int - 1) n
    )
    insert into jobs (id, app_id, app_version, payer, input, input_hash, visibility, status, reason, turn, price, charged, expires_at,
      position, created_at, started_at, finished_at, attempt_id, node_id, receipt)
    select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || right(replace(gen_random_uuid()::text, '-', ''), 12))::uuid,
      ${appId}, ${findApp(appId)!.version}, payers.id, '{}', '', 'public',
      case when node is null then 'error' else 'finished' end, case when node is null then 'expired' end, 0, ${price},
      case when node is null then 0 else ${price}::int end, at, nextval('job_positions'), at,
      case when node is not null then at end, at + case when node is null then interval '1 hour' else make_interval(secs => ${seconds}) end,
      case when node is not null then gen_random_uuid() end, node, case when node is not null then '{}'::jsonb end
    from given join payers on payers.place = n % ${people.length}
    cross join (select ${nodeId?.toLowerCase() ?? null}::text as node) who
    cross join lateral (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as hex) times`)
  await rollUp(db)
}

/** The node was online all the time. */
export async function markOnline({ db }: Pick<Deps, 'db'>, nodeId: string): Promise<void> {
  await db.execute(sql`
    insert into node_hours (node_id, hour, minutes)
    select ${nodeId.toLowerCase()}, date_trunc('hour', now(), 'UTC') - make_interval(hours => ago), (1::bigint << 60) - 1
    from generate_series(0, 168) ago on conflict (node_id, hour) do update set minutes = excluded.minutes`)
}
