import { bigint, boolean, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const stakes = pgTable('stakes', {
  address: text('address').primaryKey(),
  amount: numeric('amount', { mode: 'bigint' }).notNull(),
  block: bigint('block', { mode: 'bigint' }),
  readAt: moment('read_at').notNull(),
})

export const stakingState = pgTable('staking_state', {
  id: boolean('id').primaryKey().default(true),
  place: text('place'),
  block: bigint('block', { mode: 'bigint' }),
  readAt: moment('read_at'),
})
