import { z } from 'zod'
import { AlertKind } from './alerts/node-alerts.ts'
import { AppId } from './apps/app.ts'
import { endpoint } from './endpoint.ts'
import { NodeUpdate } from './updates/node-updates.ts'
import { Address } from './values/address.ts'
import { integer } from './values/integer.ts'
import { IsoDate } from './values/iso-date.ts'
import { LinkCode } from './values/link-code.ts'
import { NodeName } from './values/name-rules.ts'
import { page, pageQuery } from './values/page.ts'

/**
 * The node protocol of this release, and the oldest one that it still supports. Since version 2, receipts name engine, model and weights;
 * agents with version 1 are supported until the next release.
 */
export const NODE_PROTOCOL: number = 2
export const NODE_PROTOCOL_OLDEST: number = 1

/** How many jobs one node may run at once, whatever it reports. */
export const SLOTS_MAX = 16

export const NodeState = z.enum(['online', 'busy', 'maintenance', 'offline'])
export type NodeState = z.infer<typeof NodeState>

/** Measured by the agent, not declared by a person. */
export const Hardware = z.object({
  cores: integer({ min: 1, max: 4096 }),
  memoryMb: integer({ min: 1, max: 100_000_000 }),
  /** Millions of multiply-adds per second on one core, by the agent's own short benchmark. */
  mflops: integer({ min: 0, max: 1_000_000_000 }),
  platform: z.string().max(40),
})
export type Hardware = z.infer<typeof Hardware>

/** The free space where the agent stores weights and job files, and what it needs there. */
export const Disk = z.object({
  freeMb: integer({ min: 0, max: 2 ** 31 - 1 }),
  neededMb: integer({ min: 0, max: 2 ** 31 - 1 }),
})
export type Disk = z.infer<typeof Disk>

/** What a node's sandbox restricts: native code too, except for reading files; or only JavaScript. */
export const sandboxLevels = ['full', 'weak', 'none'] as const
export const SandboxLevel = z.enum(sandboxLevels)
export type SandboxLevel = z.infer<typeof SandboxLevel>

/** Why a node currently takes no jobs by its own choice: its operator's settings, the key that pauses it, or an update of its agent. */
export const awayReasons = [
  'hours',
  'in_use',
  'load',
  'battery',
  'temperature',
  'paused',
  'updating',
] as const
export const AwayReason = z.enum(awayReasons)
export type AwayReason = z.infer<typeof AwayReason>

export const PublicNode = z.object({
  id: Address,
  name: z.string(),
  operator: z.object({ id: Address, name: z.string().nullable(), shortAddress: z.string() }).nullable(),
  state: NodeState,
  /** Why it is in maintenance. */
  maintenanceReason: z.string().nullable(),
  /** Set while it leaves the machine to its owner; its state is then maintenance. */
  away: AwayReason.nullable(),
  hardware: Hardware.nullable(),
  /** The version of its agent; null if it hasn't signed in since the network asks for it. */
  agentVersion: z.string().nullable(),
  /** As measured by its agent; null if the agent hasn't reported it. */
  sandbox: SandboxLevel.nullable(),
  apps: z.array(AppId),
  slots: z.int(),
  running: z.int(),
  jobsDone: z.int(),
  /** The share of jobs that succeeded, with the 95 % interval that so few or so many tries allow. */
  success: z.object({ rate: z.number(), low: z.number(), high: z.number() }).nullable(),
  p50Seconds: z.number().nullable(),
  uptime: z.object({ day: z.number(), week: z.number(), month: z.number() }),
  /** What it finished in each of the last 24 hours, oldest first, and how much failed in total. */
  lastDay: z.object({ finishedByHour: z.array(z.int()), failed: z.int() }),
  creditsEarned: z.int(),
  createdAt: IsoDate,
  lastSeenAt: IsoDate.nullable(),
})
export type PublicNode = z.infer<typeof PublicNode>

const byId = z.object({ id: Address })

export const NodeSort = z.enum(['jobs', 'success', 'uptime', 'earned', 'newest', 'name'])
export type NodeSort = z.infer<typeof NodeSort>

export const NodeQuery = z.strictObject({
  limit: pageQuery.limit,
  before: pageQuery.before,
  /** Part of a name or of its operator's name, the beginning of an address, or an app. */
  search: z.string().trim().min(1).max(60).optional(),
  state: NodeState.optional(),
  app_id: AppId.optional(),
  /** By what they have done, unless stated otherwise. */
  sort: NodeSort.optional(),
  /** By default, names ascend and everything else descends. */
  order: z.enum(['asc', 'desc']).optional(),
})
export type NodeQuery = z.infer<typeof NodeQuery>

export const listNodes = endpoint({
  method: 'GET',
  path: '/node',
  summary: 'The machines of the network, a page at a time.',
  caller: 'anyone',
  query: NodeQuery,
  response: page(PublicNode),
  refusals: [],
})

/** The map of the network: a node's cell depends on its address and never changes. */
export const MAP_COLUMNS = 30
export const MAP_ROWS = 8
export const MAP_CELLS = MAP_COLUMNS * MAP_ROWS

/** Nodes in the cell, how many of them are online, the jobs that they run, and the jobs that they could run at once. */
export const MapCell = z.tuple([z.int(), z.int(), z.int(), z.int()])
export type MapCell = z.infer<typeof MapCell>

export const getNodeMap = endpoint({
  method: 'GET',
  path: '/node/map',
  summary: 'All nodes on a map of a fixed size: [nodes, online, running, slots] by cell, row by row.',
  caller: 'anyone',
  response: z.object({ columns: z.int(), cells: z.array(MapCell) }),
  refusals: [],
})

export const getNode = endpoint({
  method: 'GET',
  path: '/node/{id}',
  summary: 'One node.',
  caller: 'anyone',
  params: byId,
  response: PublicNode,
  refusals: [],
})

/** What only the operator sees. */
export const MyNode = PublicNode.extend({
  whyNoJobs: z.string().nullable(),
  /** Whether its operator has set it, and so can end it. */
  maintenance: z.boolean(),
  /** While the network has paused it; only time ends that. */
  pausedUntil: IsoDate.nullable(),
  /** Tags that its operator sorts their nodes by, in order. */
  tags: z.array(z.string()),
  disk: Disk.nullable(),
  /** What it earned in the last 24 hours; `lastDay` has its jobs. */
  creditsLastDay: z.int(),
  /** What is wrong with it now. */
  alerts: z.array(AlertKind),
  /** Null if it runs the version that the network serves, or runs from a checkout. */
  update: NodeUpdate.nullable(),
})
export type MyNode = z.infer<typeof MyNode>

export const updateNode = endpoint({
  method: 'PATCH',
  path: '/node/{id}',
  summary: 'Name my node, or take it in or out of maintenance.',
  caller: 'account',
  params: byId,
  body: z.strictObject({ name: NodeName.optional(), maintenance: z.boolean().optional() }),
  bodyBytesMax: 1024,
  response: MyNode,
  refusals: [],
})

export const removeNode = endpoint({
  method: 'DELETE',
  path: '/node/{id}',
  summary: 'Remove my node; its running jobs go to others, its key no longer opens anything.',
  caller: 'account',
  params: byId,
  response: null,
  refusals: [],
})

const NodeSignature = z.string().regex(/^0x[0-9a-f]{130}$/)

export const requestNodeChallenge = endpoint({
  method: 'POST',
  path: '/node/challenge',
  summary: 'A text for the node to sign with its key, good for two minutes.',
  caller: 'anyone',
  isForNodes: true,
  body: z.strictObject({ node: Address }),
  bodyBytesMax: 1024,
  response: z.object({ message: z.string() }),
  limit: { count: 120, seconds: 60 },
  refusals: ['address_invalid'],
})

export const requestLink = endpoint({
  method: 'POST',
  path: '/node/link',
  summary: 'A new node asks to be linked: its operator opens the address and confirms the code.',
  caller: 'anyone',
  isForNodes: true,
  body: z.strictObject({ node: Address, signature: NodeSignature, name: NodeName }),
  bodyBytesMax: 1024,
  response: z.object({ code: LinkCode, url: z.string(), expiresAt: IsoDate }),
  status: 201,
  limit: { count: 30, seconds: 60 },
  refusals: ['address_invalid', 'signature_invalid'],
})

export const getLink = endpoint({
  method: 'GET',
  path: '/node/link/{code}',
  summary: 'Which machine asks to be linked with this code.',
  caller: 'account',
  params: z.object({ code: LinkCode }),
  response: z.object({ node: Address, name: z.string(), expiresAt: IsoDate }),
  limit: { count: 30, seconds: 60 },
  refusals: [],
})

export const confirmLink = endpoint({
  method: 'POST',
  path: '/node/link/{code}',
  summary: 'Make the machine with this code mine.',
  caller: 'account',
  params: z.object({ code: LinkCode }),
  response: MyNode,
  limit: { count: 30, seconds: 60 },
  refusals: ['node_taken'],
})

export const createLinkToken = endpoint({
  method: 'POST',
  path: '/node/link-token',
  summary: 'A secret that links one machine without a screen, good for a day.',
  caller: 'account',
  response: z.object({ token: z.string(), expiresAt: IsoDate }),
  status: 201,
  limit: { count: 30, seconds: 60 },
  refusals: [],
})

export const startNodeSession = endpoint({
  method: 'POST',
  path: '/node/session',
  summary:
    'A linked node signs in and says what it can do. The newest session of a key is the one that counts.',
  caller: 'anyone',
  isForNodes: true,
  body: z.strictObject({
    node: Address,
    signature: NodeSignature,
    /** Links the node at the same time if it isn't linked yet. */
    linkToken: z.string().min(1).max(100).optional(),
    name: NodeName,
    protocol: z.int(),
    agentVersion: z.string().max(40),
    hardware: Hardware.strict(),
    /** Agents of an earlier version don't report it, nor do those whose sandbox couldn't be started. */
    sandbox: SandboxLevel.optional(),
    /** What it has runners and weights for; unknown apps are ignored. */
    apps: z.array(z.strictObject({ id: AppId, version: integer({ min: 1, max: 2 ** 31 - 1 }) })).max(200),
    slots: integer({ min: 1, max: 1_000_000 }),
    /** Agents of an earlier version don't report it. */
    disk: Disk.strict().optional(),
    /** Its operator wants to read its log here. If they no longer do, what was sent before is deleted. */
    sendsLog: z.boolean().optional(),
    /** Attempts that it's working on. If given, its other attempts were lost with their process, and continue elsewhere. */
    holding: z.array(z.uuid()).max(64).optional(),
    /** It takes no jobs until its next session. With `holding`, its other attempts are given back without counting against it. */
    away: AwayReason.optional(),
  }),
  bodyBytesMax: 24 * 1024,
  response: z.object({
    token: z.string(),
    expiresAt: IsoDate,
    /** As the network counts them. */
    slots: z.int(),
    warnings: z.array(z.string()),
    /** The agent version that the network serves, if it serves one. */
    newestAgent: z.string().optional(),
  }),
  limit: { count: 120, seconds: 60 },
  refusals: ['address_invalid', 'node_not_linked', 'signature_invalid', 'upgrade_required'],
})

export const getNodeSession = endpoint({
  method: 'GET',
  path: '/node/session',
  summary:
    'How the network sees this node: why it gets no jobs, and what it did since a moment of the last day.',
  caller: 'node',
  /** The network's figures are counted in whole hours. */
  query: z.strictObject({ since: IsoDate }),
  response: z.object({
    state: NodeState,
    whyNoJobs: z.string().nullable(),
    finished: z.int(),
    creditsEarned: z.int(),
  }),
  limit: { count: 60, seconds: 10 },
  refusals: ['session_superseded'],
})

export const endNodeSession = endpoint({
  method: 'DELETE',
  path: '/node/session',
  summary: 'The node goes away on purpose: it is offline at once.',
  caller: 'node',
  response: null,
  limit: { count: 60, seconds: 10 },
  refusals: ['session_superseded'],
})
