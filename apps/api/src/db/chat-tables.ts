import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const chatQuestions = pgTable('chat_questions', {
  id: uuid('id').primaryKey(),
  address: text('address').notNull(),
  threadId: uuid('thread_id').notNull(),
  message: text('message').notNull(),
  startedAt: moment('started_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
