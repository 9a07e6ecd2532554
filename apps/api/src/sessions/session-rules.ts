const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** Long enough to get a hardware wallet, short enough that a stolen message is worth little. */
export const CHALLENGE_MS = 5 * MINUTE

/** A challenge with less time left isn't returned again. */
const CHALLENGE_REUSE_MS = CHALLENGE_MS / 2

export const CHALLENGES_MAX = 5

export const ACCESS_MS = 5 * MINUTE
export const REFRESH_MS = 7 * DAY

/** However often it is refreshed, a session ends; then the wallet signs again. */
export const SESSION_MS = 30 * DAY

/** After a lost response, or from a second tab, a token that was just replaced may be used again. */
export const REFRESH_GRACE_MS = 10 * SECOND

interface Challenge {
  expiresAt: Date
  usedAt: Date | null
}

/**
 * With five open, the newest is returned again while it's valid, so that a stranger who asks in someone's name can neither displace the
 * owner's challenge nor keep them from getting one.
 */
export function challengeToReuse<C extends Challenge>(challenges: readonly C[], now: Date): C | undefined {
  const open = challenges.filter((challenge) => isOpen(challenge, now))
  if (open.length < CHALLENGES_MAX) return undefined
  const youngest = open.reduce((one, other) => (other.expiresAt > one.expiresAt ? other : one))
  return youngest.expiresAt.getTime() - now.getTime() >= CHALLENGE_REUSE_MS ? youngest : undefined
}

export function isOpen({ expiresAt, usedAt }: Challenge, now: Date): boolean {
  return usedAt === null && expiresAt > now
}

interface SessionState {
  refreshedAt: Date
  refreshId: string
  previousRefreshId: string | null
  revokedAt: Date | null
}

/** The effect on the session when refresh token `refreshId` is used. */
export function refreshOutcome(
  session: SessionState | undefined,
  refreshId: string,
  now: Date,
): 'rotate' | 'repeat' | 'reused' | 'unknown' {
  if (!session || session.revokedAt) return 'unknown'
  if (refreshId === session.refreshId) return 'rotate'
  const sinceRotation = now.getTime() - session.refreshedAt.getTime()
  return refreshId === session.previousRefreshId && sinceRotation < REFRESH_GRACE_MS ? 'repeat' : 'reused'
}
