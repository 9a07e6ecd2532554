import type { Me, User, UserLine } from '@infra/protocol/users'
import { shortAddress } from '@infra/protocol/values/short-address'
import { getAddress, type Hex } from 'viem'
import type { Deps } from '../deps.ts'
import { findFile, findTakedown } from '../files/blob-queries.ts'
import { fileLinks } from '../files/file-links.ts'
import { findStake } from './find-stake.ts'
import { countPublic, type UserRow } from './user-queries.ts'

type PresentDeps = Pick<Deps, 'config' | 'db' | 'files' | 'now'>

export async function presentUser(deps: PresentDeps, row: UserRow): Promise<User> {
  return {
    ...row,
    ...presentLine(row.address, row.name),
    avatarUrl: await avatarUrlOf(deps, row),
    counts: await countPublic(deps.db, row.address),
  }
}

export async function presentMe(deps: PresentDeps, row: UserRow): Promise<Me> {
  const role = deps.config.moderators.has(row.address) ? 'moderator' : 'user'
  const stake = await findStake(deps, row.address)
  const avatarHidden = await avatarHiddenOf(deps, row)
  return { ...(await presentUser(deps, row)), role, tier: stake?.tier?.name ?? null, avatarHidden }
}

/** A person's name and address; null if the account was deleted. */
export function presentLine(address: string, name: string | null): UserLine
export function presentLine(address: string | null, name: string | null): UserLine | null
export function presentLine(address: string | null, name: string | null): UserLine | null {
  if (address === null) return null
  const id = getAddress(address as Hex)
  return { id, name, shortAddress: shortAddress(id) }
}

/** Null while the picture is taken down, even if another person showed it then. */
async function avatarUrlOf(deps: PresentDeps, { avatar }: UserRow): Promise<string | null> {
  const file = avatar === null ? undefined : await findFile(deps.db, avatar)
  return file?.isPublic ? fileLinks(deps, file.blob, { isPublic: true, now: deps.now() }).thumbnailUrl : null
}

async function avatarHiddenOf(
  { db }: PresentDeps,
  { address, avatar }: UserRow,
): Promise<Me['avatarHidden']> {
  const takedown = avatar === null ? undefined : await findTakedown(db, avatar)
  if (!takedown) return null
  // The moderator's reason was written for another person.
  const isTheirs = takedown.userAddress === address && takedown.why !== null
  return { why: isTheirs ? takedown.why! : 'It is the same as something that a moderator has hidden.' }
}
