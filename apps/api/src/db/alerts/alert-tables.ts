import { alertKinds } from '@infra/protocol/alerts/node-alerts'
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../moment.ts'

/** Triggers notify browsers, webhooks and mailboxes of each alert that opens or ends. */
export const nodeAlerts = pgTable('node_alerts', {
  id: uuid('id').primaryKey().defaultRandom(),
  nodeId: text('node_id').notNull(),
  operator: text('operator').notNull(),
  kind: text('kind', { enum: alertKinds }).notNull(),
  reason: text('reason'),
  since: moment('since').notNull(),
  openedAt: moment('opened_at').notNull().defaultNow(),
  isUnsteady: boolean('is_unsteady').notNull().default(false),
  calmSince: moment('calm_since'),
  overAt: moment('over_at'),
  isDropped: boolean('is_dropped').notNull().default(false),
})

export const alertWatch = pgTable('alert_watch', {
  id: boolean('id').primaryKey().default(true),
  sweptAt: moment('swept_at').notNull(),
  watchingSince: moment('watching_since').notNull(),
  idleSweptAt: moment('idle_swept_at').notNull().defaultNow(),
})

/** The last log lines of agents that send them. */
export const nodeLogs = pgTable('node_logs', {
  nodeId: text('node_id').primaryKey(),
  lines: text('lines').array().notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** Nodes that take jobs, and since when without interruption. */
export const availableNodes = pgTable('available_nodes', {
  nodeId: text('node_id').primaryKey(),
  since: moment('since').notNull().defaultNow(),
  idleSince: moment('idle_since'),
  idleBecause: text('idle_because'),
})
