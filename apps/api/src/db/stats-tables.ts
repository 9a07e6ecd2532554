import { bigint, boolean, integer, jsonb, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const nodeHours = pgTable(
  'node_hours',
  {
    nodeId: text('node_id').notNull(),
    hour: moment('hour').notNull(),
    minutes: bigint('minutes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.nodeId, table.hour] })],
)

export const statsHours = pgTable(
  'stats_hours',
  {
    hour: moment('hour').notNull(),
    appId: text('app_id').notNull(),
    nodeId: text('node_id').notNull(),
    finished: integer('finished').notNull(),
    failed: integer('failed').notNull(),
    runBuckets: integer('run_buckets').array().notNull(),
    waitBuckets: integer('wait_buckets').array().notNull(),
    credits: bigint('credits', { mode: 'number' }).notNull(),
    account: bigint('account', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.hour, table.appId, table.nodeId, table.account] })],
)

export const networkHours = pgTable(
  'network_hours',
  {
    hour: moment('hour').notNull(),
    appId: text('app_id').notNull(),
    finished: integer('finished').notNull(),
    failed: integer('failed').notNull(),
    runBuckets: integer('run_buckets').array().notNull(),
    waitBuckets: integer('wait_buckets').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.appId] })],
)

export const nodeFigures = pgTable('node_figures', {
  nodeId: text('node_id').primaryKey(),
  finished: integer('finished').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  credits: bigint('credits', { mode: 'number' }).notNull().default(0),
  runBuckets: integer('run_buckets').array().notNull(),
  dayFinished: integer('day_finished').notNull().default(0),
  minutesDay: integer('minutes_day').notNull().default(0),
  minutesWeek: integer('minutes_week').notNull().default(0),
  minutesMonth: integer('minutes_month').notNull().default(0),
  uptime: real('uptime').notNull().default(0),
  untilHour: moment('until_hour').notNull(),
  success: real('success'),
})

export const networkNow = pgTable('network_now', {
  id: boolean('id').primaryKey().default(true),
  countedAt: moment('counted_at').notNull(),
  tookMs: real('took_ms').notNull().default(0),
  counts: jsonb('counts').notNull(),
})
