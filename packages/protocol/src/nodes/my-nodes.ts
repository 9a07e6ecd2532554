import { z } from 'zod'
import { AppId } from '../apps/app.ts'
import { endpoint } from '../endpoint.ts'
import { FailureReason } from '../jobs.ts'
import { MyNode, NodeQuery, NodeSort, NodeState } from '../nodes.ts'
import { Address } from '../values/address.ts'
import { IsoDate } from '../values/iso-date.ts'
import { NodeTag, NodeTags } from '../values/node-tag.ts'
import { page, pageQuery } from '../values/page.ts'

/** My nodes can also be sorted by the jobs of their last 24 hours. */
export const MyNodeSort = z.enum([...NodeSort.options, 'day'])
export type MyNodeSort = z.infer<typeof MyNodeSort>

export const MyNodeQuery = z.strictObject({
  ...NodeQuery.omit({ app_id: true }).shape,
  /** By name, unless stated otherwise. */
  sort: MyNodeSort.optional(),
  tag: NodeTag.optional(),
  /** Only those with a problem. */
  alerts: z.literal('open').optional(),
})
export type MyNodeQuery = z.infer<typeof MyNodeQuery>

/** Only this many tags are counted, those with the most nodes. */
export const TAGS_COUNTED_MAX = 50

/** All of my nodes, whatever the search. */
export const MyNodeCounts = z.object({
  all: z.int(),
  states: z.record(NodeState, z.int()),
  /** Those with a problem. */
  alerts: z.int(),
  /** By name. */
  tags: z.array(z.object({ tag: z.string(), nodes: z.int() })),
})
export type MyNodeCounts = z.infer<typeof MyNodeCounts>

export const listMyNodes = endpoint({
  method: 'GET',
  path: '/user/me/node',
  summary:
    'My nodes, a page at a time, each with the reason why it gets no jobs, if there is one; and how many there are of which kind.',
  caller: 'account',
  query: MyNodeQuery,
  response: page(MyNode).extend({ counts: MyNodeCounts }),
  refusals: [],
})

/** How many nodes can be changed at once. */
export const NODES_AT_ONCE_MAX = 100

export const updateMyNodes = endpoint({
  method: 'PATCH',
  path: '/user/me/node',
  summary: 'Take nodes of mine in or out of maintenance, or change their tags: all of them, or none.',
  caller: 'account',
  body: z.strictObject({
    ids: z.array(Address).min(1).max(NODES_AT_ONCE_MAX),
    maintenance: z.boolean().optional(),
    addTags: NodeTags.optional(),
    removeTags: NodeTags.optional(),
  }),
  bodyBytesMax: 16 * 1024,
  response: z.object({ items: z.array(MyNode) }),
  refusals: [],
})

/** How an attempt at a job ended. */
export const attemptStates = [
  'finished',
  'failed',
  'lapsed',
  'released',
  'left',
  'cancelled',
  'expired',
] as const
export const AttemptState = z.enum(attemptStates)
export type AttemptState = z.infer<typeof AttemptState>

/** Failed attempts, counted by reason. */
export const FailureCount = z.object({
  state: z.enum(['failed', 'lapsed']),
  reason: FailureReason.nullable(),
  count: z.int(),
  lastAt: IsoDate,
})
export type FailureCount = z.infer<typeof FailureCount>

/** How many days of failures are counted, and how many at most. */
export const FAILURE_DAYS = 7
export const FAILURES_COUNTED_MAX = 1_000

export const MyNodeDetails = MyNode.extend({
  /** Of the last seven days, the most frequent first. */
  failures: z.array(FailureCount),
})
export type MyNodeDetails = z.infer<typeof MyNodeDetails>

const byId = z.object({ id: Address })

export const getMyNode = endpoint({
  method: 'GET',
  path: '/user/me/node/{id}',
  summary: 'One node of mine, and why it failed lately.',
  caller: 'account',
  params: byId,
  response: MyNodeDetails,
  refusals: [],
})

/**
 * One attempt of a node at a job. Contains neither input nor output, nor what it earned: jobs with known answers aren't paid, and anyone
 * who could tell them apart would recognize them the next time.
 */
export const NodeAttempt = z.object({
  id: z.uuid(),
  app: z.object({ id: AppId, name: z.string() }),
  state: AttemptState,
  /** Set if it failed. */
  reason: FailureReason.nullable(),
  /** The agent's report of the failure. */
  detail: z.string().nullable(),
  startedAt: IsoDate,
  endedAt: IsoDate,
  /** Set if everyone can see the job. */
  jobId: z.uuid().nullable(),
  /** What a second machine found, once that is decided. */
  check: z.enum(['agreed', 'unclear', 'contradicted']).nullable(),
})
export type NodeAttempt = z.infer<typeof NodeAttempt>

export const listNodeAttempts = endpoint({
  method: 'GET',
  path: '/user/me/node/{id}/attempt',
  summary: 'What a node of mine tried, newest first: all of it, or what failed.',
  caller: 'account',
  params: byId,
  query: z.strictObject({
    limit: pageQuery.limit,
    before: pageQuery.before,
    only: z.literal('failed').optional(),
  }),
  response: page(NodeAttempt),
  refusals: [],
})
