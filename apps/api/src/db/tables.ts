import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'

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

export const users = pgTable('users', {
  address: text('address').primaryKey(),
  name: text('name'),
  nameKey: text('name_key').unique(),
  bio: text('bio').notNull().default(''),
  createdAt: moment('created_at').notNull(),
})

export const challenges = pgTable('challenges', {
  nonce: text('nonce').primaryKey(),
  address: text('address').notNull(),
  message: text('message').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  address: text('address').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  refreshedAt: moment('refreshed_at').notNull(),
  refreshId: uuid('refresh_id').notNull(),
  previousRefreshId: uuid('previous_refresh_id'),
  userAgent: text('user_agent').notNull(),
  revokedAt: moment('revoked_at'),
})

export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  privateJwk: jsonb('private_jwk').$type<JWK>().notNull(),
  createdAt: moment('created_at').notNull(),
  retiresAt: moment('retires_at'),
})

export const auditEvents = pgTable('audit_events', {
  id: uuid('id').primaryKey(),
  at: moment('at').notNull(),
  kind: text('kind').notNull(),
  address: text('address').notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
})
