import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { challengeMessage } from './challenge-message.ts'
import { insertChallenge, listChallenges } from './session-queries.ts'
import { challengeToReuse } from './session-rules.ts'

/** The message for the owner of `address` to sign. */
export function requestChallenge(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  address: Hex,
): Promise<{ message: string; expiresAt: Date }> {
  return transaction(db, async (tx) => {
    // One at a time per address, or several at once would pass the limit together.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`)
    const known = challengeToReuse(await listChallenges(tx, address), now())
    if (known) return known
    const challenge = challengeMessage(config, address, now())
    await insertChallenge(tx, { ...challenge, address })
    return challenge
  })
}
