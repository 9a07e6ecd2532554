import type { AppId } from '@infra/protocol/apps/app'
import type { TrustRecord } from '@infra/trust/levels/trust-record'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const trustRecords = pgTable(
  'trust_records',
  {
    nodeId: text('node_id').notNull(),
    appId: text('app_id').$type<AppId>().notNull(),
    record: jsonb('record').$type<TrustRecord>().notNull(),
    level: text('level', { enum: ['new', 'probation', 'known', 'trusted'] }).notNull(),
    watched: boolean('watched').notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.nodeId, table.appId] })],
)

export const checkKeys = pgTable('check_keys', {
  day: date('day', { mode: 'string' }).primaryKey(),
  key: text('key').notNull(),
})

export const checks = pgTable('checks', {
  id: uuid('id').primaryKey(),
  kind: text('kind', {
    enum: ['drawn', 'reported', 'rerun', 'entrance', 'canary'],
  }).notNull(),
  nodeId: text('node_id').notNull(),
  appId: text('app_id').$type<AppId>().notNull(),
  jobId: uuid('job_id'),
  ratePpm: integer('rate_ppm').notNull(),
  at: moment('at').notNull().defaultNow(),
  nextAt: moment('next_at').notNull().defaultNow(),
  runs: uuid('runs').array().notNull().default([]),
  state: text('state', { enum: ['open', 'decided', 'dropped'] })
    .notNull()
    .default('open'),
  outcome: text('outcome', { enum: ['agreed', 'unclear', 'contradicted'] }),
  secondNodeId: text('second_node_id'),
  distance: doublePrecision('distance'),
  needsPerson: boolean('needs_person').notNull().default(false),
  decidedAt: moment('decided_at'),
})

export const strikes = pgTable('strikes', {
  id: uuid('id').primaryKey(),
  checkId: uuid('check_id').notNull().unique(),
  nodeId: text('node_id').notNull(),
  appId: text('app_id').$type<AppId>().notNull(),
  account: bigint('account', { mode: 'number' }),
  share: bigint('share', { mode: 'number' }).notNull(),
  at: moment('at').notNull(),
  bookAt: moment('book_at').notNull(),
  bookedAt: moment('booked_at'),
  fine: bigint('fine', { mode: 'number' }),
  withdrawnAt: moment('withdrawn_at'),
})

export const canaries = pgTable('canaries', {
  jobId: uuid('job_id').primaryKey(),
  appId: text('app_id').$type<AppId>().notNull(),
  appVersion: integer('app_version').notNull(),
  at: moment('at').notNull().defaultNow(),
})
