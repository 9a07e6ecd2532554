import { EARNING_DAYS, type Earnings } from '@infra/protocol/credits'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

interface DayRow {
  day: string
  /** Missing on a day without earnings. */
  appId: string | null
  jobs: number
  credits: number
}

/** Days in UTC, whatever the time zone of the database. */
const selectDays = statement<DayRow>(
  'earnings',
  `with earned as (
    select (hour at time zone 'UTC')::date as day, app_id, sum(finished)::int as jobs, sum(credits)::float8 as credits
    from stats_hours
    where account = (select id from ledger_accounts where address = $1) and finished > 0
      and hour >= ((now() at time zone 'UTC')::date - ${EARNING_DAYS - 1})::timestamp at time zone 'UTC'
    group by 1, 2
  )
  select day::text, e.app_id as "appId", e.jobs, e.credits
  from (select (now() at time zone 'UTC')::date - ago as day from generate_series(0, ${EARNING_DAYS - 1}) as ago) days
  left join earned e using (day)
  order by day, e.app_id`,
)

/** From the hourly figures, whose credits are those that the ledger paid. */
export async function readEarnings(db: Db, address: string): Promise<Earnings> {
  const rows = await selectDays(db, [address])
  return {
    days: [...Map.groupBy(rows, ({ day }) => day)].map(([day, group]) => ({
      day,
      apps: group.flatMap(({ appId, jobs, credits }) => (appId === null ? [] : { appId, jobs, credits })),
    })),
  }
}
