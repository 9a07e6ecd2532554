import { z } from 'zod'
import { AppId } from '../apps/app.ts'
import { PriceRule } from '../apps/price.ts'
import { endpoint } from '../endpoint.ts'
import { SLOTS_MAX } from '../nodes.ts'
import { Address } from '../values/address.ts'
import { integerText } from '../values/integer.ts'

/** How many days of jobs an estimate uses. */
export const ESTIMATE_DAYS = 7

/** Fewer jobs than these, or of fewer people, say nothing about the next week and might reveal something about a person. */
export const ESTIMATE_JOBS_MIN = 30
export const ESTIMATE_PEOPLE_MIN = 3

const APPS_MAX = 40
const HOUR = '(?:[01]?\\d|2[0-3])'

const appList = z.codec(z.string().max(1_000), z.array(AppId).max(APPS_MAX), {
  decode: (text) => (text === '' ? [] : text.split(',')),
  encode: (apps) => apps.join(','),
})

/** A range of hours in UTC; from 22 to 7 spans midnight, and from an hour to itself is all day. */
export const DayHours = z.codec(
  z.string().regex(new RegExp(`^${HOUR}-${HOUR}$`), 'must be two hours of the day, such as 22-7'),
  z.object({ from: z.int(), to: z.int() }),
  {
    decode: (text) => {
      const [from, to] = text.split('-').map(Number)
      return { from: from!, to: to! }
    },
    encode: ({ from, to }) => `${from}-${to}`,
  },
)

export const EstimateQuery = z.strictObject({
  cores: integerText({ min: 1, max: 4096 }),
  memoryMb: integerText({ min: 1, max: 100_000_000 }),
  apps: appList,
  /** When it takes jobs, in UTC; all day by default. */
  hours: DayHours.optional(),
  /** Jobs at once; what the agent would choose by default. */
  slots: integerText({ min: 1, max: SLOTS_MAX }).optional(),
  /** The existing node that this machine is, so that it doesn't compete with itself. */
  node: Address.optional(),
})
export type EstimateQuery = z.infer<typeof EstimateQuery>

/** Credits per week: of ten weeks like the last one, about nine would bring an amount in this range. */
const CreditRange = z.object({ low: z.int(), high: z.int() })
export type CreditRange = z.infer<typeof CreditRange>

/** Why a machine did not get jobs of an app, most important first. */
export const EstimateLimit = z.enum(['not_served', 'memory', 'hours', 'level', 'busy', 'others'])
export type EstimateLimit = z.infer<typeof EstimateLimit>

export const EstimatedApp = z.object({
  appId: AppId,
  /** Jobs that people ordered in these days. */
  asked: z.int(),
  /** How many of those the machine would have run, and what that pays; null if the jobs are too few to tell. */
  done: z.int().nullable(),
  credits: z.int().nullable(),
  /** Why it didn't get the others. */
  limits: z.array(z.object({ reason: EstimateLimit, jobs: z.int() })),
})
export type EstimatedApp = z.infer<typeof EstimatedApp>

/** Something that would make the machine earn more, and by how much per week. */
export const Addition = z.object({
  kind: z.enum(['app', 'adapter', 'memory', 'hours']),
  appId: AppId.optional(),
  memoryMb: z.int().optional(),
  credits: z.int(),
})
export type Addition = z.infer<typeof Addition>

export const Estimate = z.object({
  /** Jobs of the last seven days that the machine could have run. */
  jobs: z.int(),
  /** Null if those are too few to tell. */
  credits: CreditRange.nullable(),
  /** The same for a new node's first week on a network that checks its nodes, at best; null on other networks and for an existing node. */
  firstWeek: CreditRange.nullable(),
  /** Jobs at once. */
  slots: z.int(),
  apps: z.array(EstimatedApp),
  additions: z.array(Addition),
})
export type Estimate = z.infer<typeof Estimate>

export const getEstimate = endpoint({
  method: 'GET',
  path: '/node/estimate',
  summary:
    'What a machine would earn per week: the jobs of the last seven days, given out again by the network’s own rules.',
  caller: 'anyone',
  query: EstimateQuery,
  response: Estimate,
  limit: { count: 60, seconds: 60 },
  refusals: [],
})

export const AppDemand = z.object({
  appId: AppId,
  price: PriceRule,
  /** Jobs that are waiting now, and nodes that can run them. */
  waiting: z.int(),
  nodes: z.int(),
  /** Over the last seven days: what people ordered, and what no node started before they gave up or a day was over. */
  jobs: z.int(),
  unserved: z.int(),
  waitP50Seconds: z.number().nullable(),
  waitP90Seconds: z.number().nullable(),
})
export type AppDemand = z.infer<typeof AppDemand>

export const getDemand = endpoint({
  method: 'GET',
  path: '/app/demand',
  summary: 'What is wanted: by app, what waits, what was ordered in seven days, and what no node took.',
  caller: 'anyone',
  response: z.object({ items: z.array(AppDemand) }),
  refusals: [],
})
