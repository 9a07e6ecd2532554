import { type Diagnostics, feedbackKinds, feedbackStates } from '@infra/protocol/feedback'
import { jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const feedbackReports = pgTable('feedback_reports', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: feedbackKinds }).notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  createdAt: moment('created_at').notNull(),
  userAddress: text('user_address'),
  contact: text('contact').notNull().default(''),
  diagnostics: jsonb('diagnostics').$type<Diagnostics>(),
  state: text('state', { enum: feedbackStates }).notNull().default('new'),
  answer: text('answer').notNull().default(''),
  answeredAt: moment('answered_at'),
  devlogEntry: text('devlog_entry'),
})

export const feedbackFiles = pgTable(
  'feedback_files',
  {
    reportId: uuid('report_id').notNull(),
    place: smallint('place').notNull(),
    sha256: text('sha256').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.place] })],
)
