import { randomBytes } from 'node:crypto'
import { Refusal } from '@infra/protocol/refusal'
import { nodeChallengeText } from '@infra/protocol/signatures/node-challenge'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { type Hex, isAddressEqual, recoverMessageAddress } from 'viem'
import { challenges } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { NODE_CHALLENGE_MS } from './node-rules.ts'

type ChallengeDeps = Pick<Deps, 'config' | 'db' | 'now'>

/** Stored next to the challenges of people, with a prefix, so that neither can be used as the other. */
const nameOf = (node: string) => `node:${node}`

/** With this many open, the newest is returned again, so that a stranger who asks in a node's name can't create more. */
const CHALLENGES_MAX = 5

/** The text that a node signs to prove that it has its key. */
export async function requestNodeChallenge(
  { config, db, now }: ChallengeDeps,
  node: Hex,
): Promise<{ message: string }> {
  const [youngest, ...others] = await listOpen({ db, now }, node)
  const hasTime = youngest && youngest.expiresAt.getTime() - now().getTime() >= NODE_CHALLENGE_MS / 2
  if (hasTime && others.length + 1 >= CHALLENGES_MAX) return { message: youngest.message }
  const nonce = randomBytes(16).toString('hex')
  const message = nodeChallengeText(node, config.publicUrl, nonce)
  const expiresAt = new Date(now().getTime() + NODE_CHALLENGE_MS)
  await db.insert(challenges).values({ nonce, address: nameOf(node), message, expiresAt })
  return { message }
}

/** Refuses unless `signature` is the node's over an unused challenge that it was given. */
export async function useNodeChallenge(
  { db, now }: ChallengeDeps,
  { node, signature }: { node: Hex; signature: Hex },
): Promise<void> {
  for (const { nonce, message } of await listOpen({ db, now }, node)) {
    const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined)
    if (!signer || !isAddressEqual(signer, node)) continue
    // The update is the check: of any number of simultaneous requests, only one finds the challenge unused.
    const used = await db
      .update(challenges)
      .set({ usedAt: now() })
      .where(and(eq(challenges.nonce, nonce), isNull(challenges.usedAt)))
      .returning({ nonce: challenges.nonce })
    if (used.length === 1) return
  }
  throw new Refusal('signature_invalid', 'This is not the signature of this node over a text it was given.')
}

/** Newest first. */
async function listOpen({ db, now }: Pick<Deps, 'db' | 'now'>, node: string) {
  return db
    .select()
    .from(challenges)
    .where(
      and(eq(challenges.address, nameOf(node)), isNull(challenges.usedAt), gt(challenges.expiresAt, now())),
    )
    .orderBy(desc(challenges.expiresAt))
}
