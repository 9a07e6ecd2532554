import { keyEventKinds } from '@infra/protocol/api-keys'
import type { MandateRequest } from '@infra/protocol/programs/mandates'
import { deliveryStates, webhookEvents, webhookStops } from '@infra/protocol/programs/webhooks'
import { keyScopes } from '@infra/protocol/values/api-key'
import type { Mandate } from '@infra/protocol/values/mandate'
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const ledgerAccounts = pgTable('ledger_accounts', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  address: text('address').unique(),
  available: bigint('available', { mode: 'number' }).notNull().default(0),
  granted: bigint('granted', { mode: 'number' }).notNull().default(0),
  held: bigint('held', { mode: 'number' }).notNull().default(0),
  pending: bigint('pending', { mode: 'number' }).notNull().default(0),
  feeHundredths: smallint('fee_hundredths').notNull().default(0),
  results: bigint('results', { mode: 'number' }).notNull().default(0),
})

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    event: text('event').notNull(),
    line: smallint('line').notNull(),
    kind: text('kind').notNull(),
    account: bigint('account', { mode: 'number' }),
    bucket: text('bucket', {
      enum: ['available', 'granted', 'held', 'pending', 'grants', 'fees', 'subsidy', 'audits'],
    }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    jobId: uuid('job_id'),
    keyId: uuid('key_id'),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.event, table.line] })],
)

export const ledgerState = pgTable('ledger_state', {
  id: boolean('id').primaryKey().default(true),
  drift: text('drift'),
  checkedAt: moment('checked_at'),
  eventsUntil: bigint('events_until', { mode: 'number' }).notNull().default(0),
  walkedAccount: bigint('walked_account', { mode: 'number' }).notNull().default(0),
  walkedEntry: bigint('walked_entry', { mode: 'number' }).notNull().default(0),
  walkingEntry: bigint('walking_entry', { mode: 'number' }).notNull().default(0),
  walkingAvailable: bigint('walking_available', { mode: 'number' }).notNull().default(0),
  walkingGranted: bigint('walking_granted', { mode: 'number' }).notNull().default(0),
  walkingHeld: bigint('walking_held', { mode: 'number' }).notNull().default(0),
  walkingPending: bigint('walking_pending', { mode: 'number' }).notNull().default(0),
  walkedAt: moment('walked_at'),
  since: moment('since').notNull().defaultNow(),
})

/** Problems that the check of the books found, until they're corrected. */
export const ledgerProblems = pgTable(
  'ledger_problems',
  {
    kind: text('kind', { enum: ['event', 'balance', 'sums', 'key', 'earlier'] }).notNull(),
    key: text('key').notNull(),
    problem: text('problem').notNull(),
    foundAt: moment('found_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)

export const ledgerSums = pgTable('ledger_sums', {
  account: bigint('account', { mode: 'number' }).primaryKey(),
  entry: bigint('entry', { mode: 'number' }).notNull(),
  available: bigint('available', { mode: 'number' }).notNull(),
  granted: bigint('granted', { mode: 'number' }).notNull().default(0),
  held: bigint('held', { mode: 'number' }).notNull(),
  pending: bigint('pending', { mode: 'number' }).notNull(),
})

/** What operators earned and can't spend yet. */
export const pendingEarnings = pgTable('pending_earnings', {
  jobId: uuid('job_id').primaryKey(),
  account: bigint('account', { mode: 'number' }).notNull(),
  nodeId: text('node_id').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  number: bigint('number', { mode: 'number' }).notNull(),
  appId: text('app_id'),
  at: moment('at').notNull().defaultNow(),
})

/** What operators were paid for jobs that others paid for with granted credits: by payer, in periods of 30 days. */
export const subsidiesByPayer = pgTable(
  'subsidies_by_payer',
  {
    operator: bigint('operator', { mode: 'number' }).notNull(),
    payer: bigint('payer', { mode: 'number' }).notNull(),
    period: integer('period').notNull(),
    credits: bigint('credits', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.operator, table.payer, table.period] })],
)

/** The same by day, for all payers together. */
export const subsidiesByDay = pgTable(
  'subsidies_by_day',
  {
    operator: bigint('operator', { mode: 'number' }).notNull(),
    day: date('day').notNull(),
    credits: bigint('credits', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.operator, table.day] })],
)

/** Keys that programs use, and what they spent. */
export const apiKeys = pgTable('api_keys', {
  id: uuid('id').primaryKey(),
  address: text('address').notNull(),
  account: bigint('account', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  hash: text('hash').notNull().unique(),
  hint: text('hint').notNull(),
  scopes: text('scopes', { enum: keyScopes }).array().notNull(),
  apps: text('apps').array(),
  networks: text('networks').array(),
  capTotal: bigint('cap_total', { mode: 'number' }),
  capDay: bigint('cap_day', { mode: 'number' }).notNull(),
  capJob: bigint('cap_job', { mode: 'number' }),
  openMax: integer('open_max').notNull(),
  spent: bigint('spent', { mode: 'number' }).notNull().default(0),
  day: date('day').notNull(),
  daySpent: bigint('day_spent', { mode: 'number' }).notNull().default(0),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  lastNetwork: text('last_network'),
  revokedAt: moment('revoked_at'),
})

export const keyEvents = pgTable('key_events', {
  id: uuid('id').primaryKey(),
  keyId: uuid('key_id').notNull(),
  at: moment('at').notNull(),
  kind: text('kind', { enum: keyEventKinds }).notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
})

export const mandates = pgTable('mandates', {
  keyId: uuid('key_id').primaryKey(),
  nonce: text('nonce').notNull(),
  message: jsonb('message').$type<Mandate>().notNull(),
  signature: text('signature').notNull(),
})

export const mandateRequests = pgTable('mandate_requests', {
  code: text('code').primaryKey(),
  asked: jsonb('asked').$type<Omit<MandateRequest, 'expiresAt' | 'isFromSameNetwork'>>().notNull(),
  network: text('network').notNull(),
  outcome: text('outcome', { enum: ['granted', 'refused'] }),
  expiresAt: moment('expires_at').notNull(),
})

export const keySums = pgTable('key_sums', {
  keyId: uuid('key_id').primaryKey(),
  entry: bigint('entry', { mode: 'number' }).notNull(),
  spent: bigint('spent', { mode: 'number' }).notNull(),
})

/** Calls of programs that wait for the end of a job in the request itself. */
export const programCalls = pgTable('program_calls', {
  jobId: uuid('job_id').primaryKey(),
  keyId: uuid('key_id').notNull(),
  fingerprint: text('fingerprint').notNull(),
  idempotencyKey: text('idempotency_key'),
  createdAt: moment('created_at').notNull(),
  wantedUntil: moment('wanted_until'),
  toldRunningAt: moment('told_running_at'),
  deliveredAt: moment('delivered_at'),
})

/** Addresses that events are sent to. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey(),
  address: text('address').notNull(),
  url: text('url').notNull(),
  events: text('events', { enum: webhookEvents }).array().notNull(),
  secret: text('secret').notNull(),
  previousSecret: text('previous_secret'),
  previousUntil: moment('previous_until'),
  createdAt: moment('created_at').notNull(),
  stoppedAt: moment('stopped_at'),
  stoppedWhy: text('stopped_why', { enum: webhookStops }),
  failingSince: moment('failing_since'),
})

/** Events to send, written by the statement in which they happened. */
export const webhookMessages = pgTable('webhook_messages', {
  id: text('id').primaryKey(),
  address: text('address').notNull(),
  type: text('type').notNull(),
  jobId: uuid('job_id'),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  createdAt: moment('created_at').notNull(),
})

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  messageId: text('message_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  state: text('state', { enum: deliveryStates }).notNull(),
  attempts: integer('attempts').notNull(),
  sentAt: moment('sent_at'),
  nextAt: moment('next_at'),
  status: integer('status'),
  answer: text('answer'),
  ms: integer('ms'),
  error: text('error'),
})
