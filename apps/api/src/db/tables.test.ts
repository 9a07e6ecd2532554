import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { startTestApi } from '../test/start-test-api.ts'
import * as alertTables from './alerts/alert-tables.ts'
import * as mailTables from './alerts/mail-tables.ts'
import * as chatTables from './chat-tables.ts'
import * as feedbackTables from './feedback-tables.ts'
import * as ledgerTables from './ledger-tables.ts'
import * as pushTables from './push/push-tables.ts'
import * as sanctionTables from './sanction-tables.ts'
import * as stakingTables from './staking-tables.ts'
import * as statsTables from './stats-tables.ts'
import * as mainTables from './tables.ts'
import * as takedownTables from './takedown-tables.ts'
import * as trustTables from './trust-tables.ts'
import * as updateTables from './updates/update-tables.ts'

const { deps } = await startTestApi()
const tables = [
  mainTables,
  alertTables,
  chatTables,
  feedbackTables,
  ledgerTables,
  mailTables,
  pushTables,
  sanctionTables,
  stakingTables,
  statsTables,
  takedownTables,
  trustTables,
  updateTables,
]
  .flatMap(Object.values)
  .filter((table) => is(table, PgTable))

test('the program and the migrations define the same tables', async () => {
  const { rows } = await deps.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'migrations'`)
  const known = tables.map((table) => getTableConfig(table).name)
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test.for(tables.map((table) => [getTableConfig(table).name, table] as const))(
  'table %s has the same columns and primary key in the program and in the migrations',
  async ([name, table]) => {
    const { columns, primaryKeys } = getTableConfig(table)

    const { rows: actualColumns } = await deps.db.execute(sql`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull"
      from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by attname`)
    const declared = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      notNull: column.notNull,
    }))
    expect(declared.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(actualColumns)

    const { rows: actualKey } = await deps.db.execute(sql`
      select attname as name from pg_index, unnest(indkey) with ordinality as part (attnum, place)
      join pg_attribute using (attnum)
      where indrelid = ${name}::regclass and attrelid = indrelid and indisprimary order by place`)
    const ownKey = columns.filter((column) => column.primary)
    const key = primaryKeys[0]?.columns ?? ownKey
    expect(key.map((column) => ({ name: column.name }))).toEqual(actualKey)
  },
)
