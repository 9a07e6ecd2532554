import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../moment.ts'

export const agentReleases = pgTable('agent_releases', {
  version: text('version').primaryKey(),
  integrity: text('integrity').notNull(),
  releasedAt: moment('released_at').notNull().default(sql`now()`),
})
