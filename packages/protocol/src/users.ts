import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { tierNames } from './staking.ts'
import { Address } from './values/address.ts'
import { IsoDate } from './values/iso-date.ts'
import { text } from './values/text.ts'
import { UserName } from './values/user-name.ts'

/** A person's name and address. */
export const UserLine = z.object({
  /** The checksummed address. */
  id: Address,
  shortAddress: z.string(),
  name: z.string().nullable(),
})
export type UserLine = z.infer<typeof UserLine>

export const User = UserLine.extend({
  bio: z.string(),
  /** A picture of their own; without one, a face is drawn from the address. */
  avatarUrl: z.string().nullable(),
  createdAt: IsoDate,
  /** Of what everyone may see. */
  counts: z.object({ jobsFinished: z.int(), favoritesReceived: z.int(), nodes: z.int() }),
})
export type User = z.infer<typeof User>

/** What only the person themselves sees. */
export const Me = User.extend({
  role: z.enum(['user', 'moderator']),
  /** The tier that the stake reaches, as last read from the chain; null if it reaches none. */
  tier: z.enum(tierNames).nullable(),
  /** Set while a moderator hides my picture. */
  avatarHidden: z.object({ why: z.string() }).nullable(),
})
export type Me = z.infer<typeof Me>

export const getMe = endpoint({
  method: 'GET',
  path: '/user/me',
  summary: 'My account.',
  caller: 'account',
  response: Me,
  refusals: [],
})

export const getUser = endpoint({
  method: 'GET',
  path: '/user/{id}',
  summary: 'The public side of an account.',
  caller: 'anyone',
  params: z.object({ id: Address }),
  response: User,
  refusals: [],
})

export const updateMe = endpoint({
  method: 'PATCH',
  path: '/user/me',
  summary:
    'Change my name, bio or picture; what is not given stays. A name or picture of null takes it away.',
  caller: 'account',
  body: z.strictObject({
    name: UserName.nullable().optional(),
    bio: text({ min: 0, max: 280 }).optional(),
    /** The id of one of my uploads. */
    avatar: z.uuid().nullable().optional(),
  }),
  bodyBytesMax: 4 * 1024,
  response: Me,
  refusals: ['input_expired', 'input_kind', 'name_taken'],
})
