import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { auditEvents, challenges, sessions } from '../db/tables.ts'
import { CHALLENGES_MAX } from './session-rules.ts'

type ChallengeRow = typeof challenges.$inferSelect
export type SessionRow = typeof sessions.$inferSelect

/**
 * Unused ones first, then those used last. Limited however often someone signs in, because a signature is compared with each of them, which
 * costs processor time, and for a smart account a call to the chain.
 */
export async function listChallenges(db: Db, address: string): Promise<ChallengeRow[]> {
  return db
    .select()
    .from(challenges)
    .where(eq(challenges.address, address))
    .orderBy(sql`${challenges.usedAt} desc nulls first`, desc(challenges.expiresAt))
    .limit(2 * CHALLENGES_MAX)
}

export async function insertChallenge(db: Db, challenge: typeof challenges.$inferInsert): Promise<void> {
  await db.insert(challenges).values(challenge)
}

/** The update is the check: of any number of simultaneous requests, only one finds the challenge unused. */
export async function useChallenge(db: Db, nonce: string, now: Date): Promise<boolean> {
  const used = await db
    .update(challenges)
    .set({ usedAt: now })
    .where(and(eq(challenges.nonce, nonce), isNull(challenges.usedAt)))
    .returning({ nonce: challenges.nonce })
  return used.length === 1
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(challenges).where(lt(challenges.expiresAt, now))
}

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

/** Locks the session, so that two simultaneous refreshes see each other. */
export async function lockSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id)).for('update')
  return row
}

export async function replaceRefreshId(
  db: Db,
  session: Pick<SessionRow, 'id' | 'refreshId'>,
  { refreshId, now }: { refreshId: string; now: Date },
): Promise<void> {
  await db
    .update(sessions)
    .set({ refreshId, previousRefreshId: session.refreshId, refreshedAt: now })
    .where(eq(sessions.id, session.id))
}

export async function listLiveSessions(db: Db, address: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.address, address), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt))
}

export async function revokeSession(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
}

/** Returns the ids of the revoked sessions. */
export async function revokeSessionsOf(db: Db, address: string, now: Date): Promise<string[]> {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.address, address), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return revoked.map(({ id }) => id)
}

export async function deleteEndedSessions(db: Db, before: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, before))
}

export async function insertAuditEvent(
  db: Db,
  event: Omit<typeof auditEvents.$inferInsert, 'id'>,
): Promise<void> {
  await db.insert(auditEvents).values({ id: randomUUIDv7(), ...event })
}
