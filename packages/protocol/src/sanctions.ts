import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { UserLine } from './users.ts'
import { Address } from './values/address.ts'
import { IsoDate } from './values/iso-date.ts'
import { page, pageQuery } from './values/page.ts'
import { text } from './values/text.ts'

export const SANCTION_WHY_CHARACTERS_MAX = 500
export const APPEAL_CHARACTERS_MAX = 1000

/** A suspended node gets no jobs. Neither does a banned one, and its key can't be linked again. */
export const sanctionKinds = ['suspended', 'banned'] as const
export type SanctionKind = (typeof sanctionKinds)[number]

export const Sanction = z.object({
  id: z.uuid(),
  kind: z.enum(sanctionKinds),
  /** Null if it's about the operator with all of their nodes. */
  node: z.object({ id: Address, name: z.string() }).nullable(),
  operator: UserLine,
  why: z.string(),
  at: IsoDate,
  /** The operator's appeal, which they can make once, and a moderator's answer. */
  appeal: z
    .object({ text: z.string(), at: IsoDate, answer: z.string().nullable(), answeredAt: IsoDate.nullable() })
    .nullable(),
  /** What a ban took from pending earnings; null before the time for an appeal is over. */
  seized: z.int().nullable(),
  /** Null while it's in force. */
  lifted: z.object({ at: IsoDate, why: z.string() }).nullable(),
})
export type Sanction = z.infer<typeof Sanction>

/** How many are listed, newest first. */
export const MY_SANCTIONS_MAX = 50

export const listMySanctions = endpoint({
  method: 'GET',
  path: '/user/me/sanction',
  summary: 'What moderators decided about my nodes and me, newest first.',
  caller: 'account',
  response: z.object({ items: z.array(Sanction) }),
  refusals: [],
})

const byId = z.object({ id: z.uuid() })

export const appealSanction = endpoint({
  method: 'POST',
  path: '/user/me/sanction/{id}/appeal',
  summary: 'Object to a decision about my node or me, once. A moderator answers.',
  caller: 'account',
  params: byId,
  body: z.strictObject({ text: text({ min: 4, max: APPEAL_CHARACTERS_MAX }) }),
  bodyBytesMax: 16 * 1024,
  response: Sanction,
  refusals: [],
})

export const sanctionStages = ['appealed', 'in_force', 'lifted'] as const
export type SanctionStage = (typeof sanctionStages)[number]

export const listSanctions = endpoint({
  method: 'GET',
  path: '/moderation/sanction',
  summary: 'Suspensions and bans: those whose appeal waits for an answer, those in force, or those lifted.',
  caller: 'moderator',
  query: z.strictObject({ ...pageQuery, stage: z.enum(sanctionStages).optional() }),
  response: page(Sanction),
  refusals: [],
})

export const sanctionActs = ['suspend', 'ban'] as const
export type SanctionAct = (typeof sanctionActs)[number]

const sanctioning = {
  method: 'POST',
  caller: 'moderator',
  params: z.object({ id: Address }),
  body: z.strictObject({
    act: z.enum(sanctionActs),
    /** The operator reads it, and it stays on record. */
    why: text({ min: 4, max: SANCTION_WHY_CHARACTERS_MAX }),
  }),
  bodyBytesMax: 8 * 1024,
  response: Sanction,
  refusals: [],
} as const

export const sanctionNode = endpoint({
  ...sanctioning,
  path: '/moderation/node/{id}',
  summary: 'Suspend or ban a node. Its running jobs go to others at once, and its operator gets the reason.',
})

export const sanctionOperator = endpoint({
  ...sanctioning,
  path: '/moderation/operator/{id}',
  summary: 'Suspend or ban an operator with all of their nodes.',
})

export const sanctionDecisions = ['lift', 'uphold'] as const
export type SanctionDecision = (typeof sanctionDecisions)[number]

export const decideSanction = endpoint({
  method: 'POST',
  path: '/moderation/sanction/{id}',
  summary: 'Lift a sanction, or uphold it against an appeal. Either answers the appeal.',
  caller: 'moderator',
  params: byId,
  body: z.strictObject({
    act: z.enum(sanctionDecisions),
    why: text({ min: 4, max: SANCTION_WHY_CHARACTERS_MAX }),
  }),
  bodyBytesMax: 8 * 1024,
  response: Sanction,
  refusals: [],
})
