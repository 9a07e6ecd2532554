import { z } from 'zod'
import { AppId } from './apps/app.ts'
import { endpoint } from './endpoint.ts'
import { Address } from './values/address.ts'
import { IsoDate } from './values/iso-date.ts'

/** What a node may do in an app: prove itself, run others' results again, run public jobs, or run all jobs. */
export const TrustLevel = z.enum(['new', 'probation', 'known', 'trusted'])
export type TrustLevel = z.infer<typeof TrustLevel>

export const CheckOutcome = z.enum(['agreed', 'unclear', 'contradicted'])
export type CheckOutcome = z.infer<typeof CheckOutcome>

/** A node's standing in an app. */
export const NodeTrust = z.object({
  app: z.object({ id: AppId, name: z.string() }),
  level: TrustLevel,
  since: IsoDate,
  /** After a strike: half of its results are checked, and nothing is paid out. */
  isWatched: z.boolean(),
  /** Checks of all time. */
  checks: z.object({ agreed: z.int(), unclear: z.int(), contradicted: z.int() }),
  /** The share of right results among those that were clear, with the 95 % interval that so many checks allow. */
  right: z.object({ rate: z.number(), low: z.number(), high: z.number() }).nullable(),
  strikes: z.int(),
  /** Checks to pass before the next level; null where there is none, or where it takes something else. */
  checksLeft: z.int().nullable(),
})
export type NodeTrust = z.infer<typeof NodeTrust>

export const getNodeTrust = endpoint({
  method: 'GET',
  path: '/node/{id}/trust',
  summary: 'How a node stands in each app that can be checked.',
  caller: 'anyone',
  params: z.object({ id: Address }),
  response: z.object({
    /** Whether it's one of the network's own nodes, which others are compared with. */
    isReference: z.boolean(),
    items: z.array(NodeTrust),
  }),
  refusals: [],
})

/** How many days the figures cover. */
export const TRUST_DAYS = 30

/** The numbers behind the trust rules, for texts about them. */
export const TrustNumbers = z.object({
  /** Results that are run again, in percent at least. */
  trustedPercent: z.number(),
  knownPercent: z.number(),
  watchedPercent: z.number(),
  /** What is needed to rise. */
  entranceCanaries: z.int(),
  probationChecks: z.int(),
  probationHours: z.int(),
  knownChecks: z.int(),
  trustedDays: z.int(),
  /** The most expensive job for a node on probation, in credits. */
  probationPriceMax: z.int(),
  /** After a strike. */
  watchChecks: z.int(),
  fineTimes: z.int(),
  strikesMax: z.int(),
  strikeMemoryChecks: z.int(),
  rerunResultsMax: z.int(),
  /** How long earnings wait. */
  pendingDays: z.int(),
  pendingResults: z.int(),
  pendingDaysMax: z.int(),
  appealDays: z.int(),
  /** Checks of own results that a person may ask for. */
  reportsPerDay: z.int(),
  reportsWrongMax: z.int(),
  reportsPerDayAfterWrong: z.int(),
})
export type TrustNumbers = z.infer<typeof TrustNumbers>

export const TrustFigures = z.object({
  /** Whether this network checks its nodes: it needs nodes of its own to compare them with. */
  checksNodes: z.boolean(),
  days: z.array(
    z.object({
      day: z.iso.date(),
      appId: AppId,
      agreed: z.int(),
      unclear: z.int(),
      contradicted: z.int(),
      canaries: z.int(),
      strikes: z.int(),
    }),
  ),
  /** Suspensions by rule, and how many of them a moderator reversed. */
  suspensions: z.object({ made: z.int(), takenBack: z.int() }),
  /** The hash of a day's key is published before the day and the key after it, so that anyone can repeat the draw. */
  keys: z.array(z.object({ day: z.iso.date(), commitment: z.string(), key: z.string().nullable() })),
  numbers: TrustNumbers,
})
export type TrustFigures = z.infer<typeof TrustFigures>

export const getTrustFigures = endpoint({
  method: 'GET',
  path: '/trust',
  summary: 'How the checks of all nodes went, by day and app, and the keys by which results were drawn.',
  caller: 'anyone',
  response: TrustFigures,
  refusals: [],
})

/** Results of a page. */
export const DRAWS_PER_PAGE = 1_000

/** How likely a result was to be checked, and whether it was. */
export const Draw = z.object({ attemptId: z.uuid(), ratePpm: z.int(), isChecked: z.boolean() })

export const listDraws = endpoint({
  method: 'GET',
  path: '/trust/draw/{day}',
  summary:
    'All results of a day whose key is published, each with how likely a check was: draw again, and see that none was spared.',
  caller: 'anyone',
  params: z.object({ day: z.iso.date() }),
  query: z.object({ after: z.uuid().optional() }),
  response: z.object({ items: z.array(Draw), next: z.uuid().nullable() }),
  refusals: ['not_ready'],
})
