import type { AppId } from '@infra/protocol/apps/app'
import { outputKinds } from '@infra/protocol/apps/app'
import type { AppInput } from '@infra/protocol/apps/app-input'
import { reportOutcomes, reportReasons } from '@infra/protocol/job-reports'
import { failureReasons, jobStatuses, type StoredFile } from '@infra/protocol/jobs'
import { awayReasons, type Disk, type Hardware, sandboxLevels } from '@infra/protocol/nodes'
import { attemptStates } from '@infra/protocol/nodes/my-nodes'
import type { SignedCheck } from '@infra/protocol/signatures/checks'
import type { Receipt } from '@infra/protocol/signatures/receipts'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'
import { moment } from './moment.ts'

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

export const users = pgTable('users', {
  address: text('address').primaryKey(),
  name: text('name'),
  nameKey: text('name_key').unique(),
  bio: text('bio').notNull().default(''),
  avatar: text('avatar'),
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

export const blobs = pgTable('blobs', {
  sha256: text('sha256').primaryKey(),
  kind: text('kind', { enum: outputKinds }).notNull(),
  mime: text('mime').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  width: integer('width'),
  height: integer('height'),
  seconds: doublePrecision('seconds'),
  placeholder: text('placeholder'),
  createdAt: moment('created_at').notNull(),
  explicit: boolean('explicit'),
})

export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  owner: text('owner').notNull(),
  sha256: text('sha256').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

export const fileUses = pgTable(
  'file_uses',
  {
    jobId: uuid('job_id').notNull(),
    role: text('role', { enum: ['input', 'output'] }).notNull(),
    name: text('name').notNull(),
    sha256: text('sha256').notNull(),
    public: boolean('public').notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.role, table.name] })],
)

export const attemptFiles = pgTable(
  'attempt_files',
  {
    attemptId: uuid('attempt_id').notNull(),
    sha256: text('sha256').notNull(),
    kind: text('kind', { enum: outputKinds }).notNull(),
    createdAt: moment('created_at').notNull(),
    sends: integer('sends').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.sha256] })],
)

export const nodes = pgTable('nodes', {
  id: text('id').primaryKey(),
  operator: text('operator').notNull(),
  account: bigint('account', { mode: 'number' }).notNull(),
  name: text('name').notNull(),
  maintenance: boolean('maintenance').notNull().default(false),
  pausedUntil: moment('paused_until'),
  pausedReason: text('paused_reason'),
  suspendedBecause: text('suspended_because'),
  away: text('away', { enum: awayReasons }),
  hardware: jsonb('hardware').$type<Hardware>(),
  sandbox: text('sandbox', { enum: sandboxLevels }),
  apps: jsonb('apps').$type<{ id: AppId; version: number }[]>().notNull().default([]),
  slots: integer('slots').notNull().default(1),
  protocol: integer('protocol').notNull().default(1),
  agentVersion: text('agent_version'),
  disk: jsonb('disk').$type<Disk>(),
  tags: text('tags').array().notNull().default([]),
  sessionId: uuid('session_id'),
  lastSeenAt: moment('last_seen_at'),
  createdAt: moment('created_at').notNull(),
  removedAt: moment('removed_at'),
  recentTries: integer('recent_tries').notNull().default(0),
  pauses: integer('pauses').notNull().default(0),
  pausedApps: jsonb('paused_apps')
    .$type<Record<AppId, { until: string; pauses: number }>>()
    .notNull()
    .default({}),
  levels: jsonb('levels').$type<Record<AppId, 'new' | 'probation' | 'known' | 'trusted'>>(),
  networkPrefix: text('network_prefix'),
  updateVersion: text('update_version'),
  updateUntil: moment('update_until'),
  updateProblem: text('update_problem'),
})

export const nodeLinks = pgTable('node_links', {
  code: text('code').primaryKey(),
  nodeId: text('node_id').notNull(),
  name: text('name').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

export const nodeLinkTokens = pgTable('node_link_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  operator: text('operator').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

const hiddenReasons = ['unjudged', 'explicit', 'hidden_before', 'checking', 'contradicted'] as const

/** The state of a result's check. */
export interface CheckStatus {
  state: 'checking' | 'agreed' | 'unclear' | 'contradicted' | 'unchecked'
  /** The second machine; missing for a private job, and until the check is decided. */
  node?: { id: string; name: string }
  at?: string
  /** The job with the right result, if it was contradicted. */
  rightJob?: string
  /** The network's signed statement about it. */
  statement?: SignedCheck
}

export const jobs = pgTable('jobs', {
  id: uuid('id').primaryKey(),
  appId: text('app_id').notNull(),
  appVersion: integer('app_version').notNull(),
  userAddress: text('user_address'),
  payer: bigint('payer', { mode: 'number' }).notNull(),
  input: jsonb('input').$type<AppInput>().notNull(),
  inputFiles: jsonb('input_files').$type<StoredFile[]>().notNull().default([]),
  inputHash: text('input_hash').notNull(),
  visibility: text('visibility', { enum: ['public', 'private'] }).notNull(),
  hidden: boolean('hidden').notNull().default(false),
  inputFilesHidden: boolean('input_files_hidden').notNull().default(false),
  hiddenBecause: text('hidden_because', { enum: hiddenReasons }),
  hiddenWhy: text('hidden_why'),
  status: text('status', { enum: jobStatuses }).notNull(),
  reason: text('reason', { enum: failureReasons }),
  seq: integer('seq').notNull().default(1),
  outputs: jsonb('outputs').$type<StoredFile[]>().notNull().default([]),
  price: integer('price').notNull(),
  granted: integer('granted').notNull().default(0),
  charged: integer('charged'),
  earned: integer('earned').notNull().default(0),
  parentId: uuid('parent_id'),
  favorites: integer('favorites').notNull().default(0),
  turn: bigint('turn', { mode: 'number' }).notNull(),
  avoidNodeId: text('avoid_node_id'),
  avoidUntil: moment('avoid_until'),
  avoidAccounts: bigint('avoid_accounts', { mode: 'number' }).array().notNull().default([]),
  attempts: integer('attempts').notNull().default(0),
  attemptId: uuid('attempt_id'),
  nodeId: text('node_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
  startedAt: moment('started_at'),
  finishedAt: moment('finished_at'),
  expiresAt: moment('expires_at').notNull(),
  receipt: jsonb('receipt').$type<Receipt>(),
  position: bigint('position', { mode: 'number' }),
  counted: boolean('counted').notNull().default(false),
  checkId: uuid('check_id'),
  forNodeId: text('for_node_id'),
  unpaid: boolean('unpaid').notNull().default(false),
  checkStatus: jsonb('check_status').$type<CheckStatus>(),
  keyId: uuid('key_id'),
  keyDay: date('key_day'),
  batchId: uuid('batch_id'),
  batchPlace: integer('batch_place'),
  batchRef: text('batch_ref'),
})

/** Many jobs that were ordered at once. */
export const jobBatches = pgTable('job_batches', {
  id: uuid('id').primaryKey(),
  address: text('address').notNull(),
  count: integer('count').notNull(),
  price: bigint('price', { mode: 'number' }).notNull(),
  createdAt: moment('created_at').notNull(),
  finishedAt: moment('finished_at'),
})

/** Exists exactly as long as its job runs. A heartbeat changes only this row. */
export const leases = pgTable('leases', {
  jobId: uuid('job_id').primaryKey(),
  attemptId: uuid('attempt_id').notNull(),
  nodeId: text('node_id').notNull(),
  leaseToken: text('lease_token').notNull(),
  leaseUntil: moment('lease_until').notNull(),
  runUntil: moment('run_until').notNull(),
  progress: real('progress').notNull().default(0),
  stage: text('stage').notNull().default(''),
  partialText: text('partial_text'),
  preview: text('preview'),
  changes: integer('changes').notNull().default(0),
})

export const attempts = pgTable('attempts', {
  id: uuid('id').primaryKey(),
  jobId: uuid('job_id').notNull(),
  nodeId: text('node_id').notNull(),
  leaseToken: text('lease_token').notNull(),
  state: text('state', { enum: attemptStates }).notNull(),
  startedAt: moment('started_at').notNull(),
  endedAt: moment('ended_at').notNull().defaultNow(),
  reason: text('reason', { enum: failureReasons }),
  detail: text('detail'),
  resultHash: text('result_hash'),
  account: bigint('account', { mode: 'number' }),
  vote: text('vote', { enum: ['open', 'confirmed', 'false'] }),
  ratePpm: integer('rate_ppm'),
  isKnown: boolean('is_known').notNull().default(true),
  drawnOn: date('drawn_on', { mode: 'string' }),
})

export const favorites = pgTable('favorites', {
  id: uuid('id').primaryKey(),
  userAddress: text('user_address').notNull(),
  jobId: uuid('job_id').notNull(),
})

export const jobReports = pgTable(
  'job_reports',
  {
    userAddress: text('user_address').notNull(),
    jobId: uuid('job_id').notNull(),
    reason: text('reason', { enum: reportReasons }).notNull(),
    note: text('note').notNull(),
    createdAt: moment('created_at').notNull(),
    outcome: text('outcome', { enum: reportOutcomes }),
  },
  (table) => [primaryKey({ columns: [table.userAddress, table.jobId] })],
)

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    payloadHash: text('payload_hash').notNull(),
    answer: jsonb('answer').$type<unknown>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
)

export const networkKey = pgTable('network_key', {
  id: boolean('id').primaryKey().default(true),
  privateKey: text('private_key').notNull(),
})

export const retiredNetworkKeys = pgTable('retired_network_keys', {
  address: text('address').primaryKey(),
  until: moment('until').notNull(),
})

export const fileKey = pgTable('file_key', {
  id: boolean('id').primaryKey().default(true),
  secret: text('secret').notNull(),
})

export const looseBlobs = pgTable('loose_blobs', {
  sha256: text('sha256').primaryKey(),
  since: moment('since').notNull().defaultNow(),
})

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** For the jobs in the feed and no others; triggers of `jobs` maintain it. */
export const searchEntries = pgTable('search_entries', {
  jobId: uuid('job_id').primaryKey(),
  appId: text('app_id').notNull(),
  position: bigint('position', { mode: 'number' }).notNull(),
  words: tsvector('words'),
  vector: bytea('vector'),
  signs: bytea('signs'),
  writtenBy: xid8('written_by'),
  alt: text('alt'),
  tryAfter: moment('try_after').notNull().defaultNow(),
})
