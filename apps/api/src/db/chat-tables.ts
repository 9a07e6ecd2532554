import type { Offer } from '@infra/protocol/chat'
import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const chatQuestions = pgTable('chat_questions', {
  id: uuid('id').primaryKey(),
  address: text('address').notNull(),
  threadId: uuid('thread_id').notNull(),
  message: text('message').notNull(),
  startedAt: moment('started_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

export const chatRuns = pgTable('chat_runs', {
  jobId: uuid('job_id').primaryKey(),
  startedAt: moment('started_at').notNull().defaultNow(),
})

export const chatThreads = pgTable('chat_threads', {
  id: uuid('id').primaryKey(),
  address: text('address').notNull(),
  title: text('title').notNull(),
  updatedAt: moment('updated_at').notNull(),
  position: bigint('position', { mode: 'number' }).notNull(),
  /** What the conversation is about; see `DialogueState`. */
  state: jsonb('state').$type<object>().notNull().default({}),
})

export const chatMessages = pgTable('chat_messages', {
  id: uuid('id').primaryKey(),
  position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  threadId: uuid('thread_id').notNull(),
  role: text('role', { enum: ['user', 'assistant'] }).notNull(),
  content: text('content').notNull(),
  offer: jsonb('offer').$type<Offer>(),
  createdAt: moment('created_at').notNull(),
})
