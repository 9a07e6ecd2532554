import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const takedowns = pgTable('takedowns', {
  hash: text('hash').primaryKey(),
  jobId: uuid('job_id'),
  at: moment('at').notNull(),
  userAddress: text('user_address'),
  why: text('why'),
})
