import { bigint, boolean, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const stakes = pgTable('stakes', {
  address: text('address').primaryKey(),
  amount: numeric('amount', { mode: 'bigint' }).notNull(),
  block: bigint('block', { mode: 'bigint' }),
  readAt: moment('read_at').notNull(),
})

export const stakeLevels = pgTable(
  'stake_levels',
  {
    address: text('address').notNull(),
    amount: numeric('amount', { mode: 'bigint' }).notNull(),
    since: moment('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.amount] })],
)

export const stakingState = pgTable('staking_state', {
  id: boolean('id').primaryKey().default(true),
  place: text('place'),
  block: bigint('block', { mode: 'bigint' }),
  readAt: moment('read_at'),
})
