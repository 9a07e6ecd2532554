import { shortAddress } from '@infra/protocol/short-address'
import type { Me, User } from '@infra/protocol/users'
import { getAddress, type Hex } from 'viem'
import type { Config } from '../config.ts'
import type { UserRow } from './user-queries.ts'

export function presentUser(row: UserRow): User {
  const id = getAddress(row.address as Hex)
  return { ...row, id, shortAddress: shortAddress(id) }
}

export function presentMe({ moderators }: Pick<Config, 'moderators'>, row: UserRow): Me {
  return { ...presentUser(row), role: moderators.has(row.address) ? 'moderator' : 'user' }
}
