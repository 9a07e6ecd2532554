import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
  createdAt: moment('created_at').notNull(),
})

/** Written by a trigger of `jobs`. */
export const pushes = pgTable(
  'pushes',
  {
    sessionId: uuid('session_id').notNull(),
    jobId: uuid('job_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    tryAfter: moment('try_after').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.jobId] }),
    index('pushes_try_after').on(table.tryAfter),
  ],
)
