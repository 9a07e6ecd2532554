import { pushTopics } from '@infra/protocol/jobs/push'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import { moment } from '../moment.ts'

export const pushKey = pgTable('push_key', {
  id: boolean('id').primaryKey().default(true),
  privateJwk: jsonb('private_jwk').$type<JWK>().notNull(),
})

export const pushSubscriptions = pgTable('push_subscriptions', {
  sessionId: uuid('session_id').primaryKey(),
  address: text('address').notNull(),
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  about: text('about', { enum: pushTopics }).array().notNull().default(['jobs']),
  createdAt: moment('created_at').notNull(),
})

/** Written by triggers of `jobs` and `node_alerts`; a message is about one of the two. */
export const pushes = pgTable(
  'pushes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sessionId: uuid('session_id').notNull(),
    jobId: uuid('job_id'),
    alertId: uuid('alert_id'),
    isOver: boolean('is_over').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    tryAfter: moment('try_after').notNull().defaultNow(),
  },
  (table) => [index('pushes_try_after').on(table.tryAfter)],
)
