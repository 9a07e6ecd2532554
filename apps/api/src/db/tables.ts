import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const rateWindows = pgTable(
  'rate_windows',
  {
    key: text('key').notNull(),
    startsAt: moment('starts_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.startsAt] }),
    index('rate_windows_starts_at').on(table.startsAt),
  ],
)

export const feedbackReports = pgTable('feedback_reports', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: ['bug', 'idea', 'praise'] }).notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  createdAt: moment('created_at').notNull(),
})
