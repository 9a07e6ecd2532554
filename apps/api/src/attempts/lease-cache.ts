import { LEASE_SECONDS } from '@infra/protocol/attempts'
import type { LeaseHolder, Leases } from '../auth/leases.ts'
import type { Db } from '../db/client.ts'
import { findAttempt, whyLost } from './lease-queries.ts'

/** As long as a lease lasts that nobody renews. */
const KNOWN_MS = LEASE_SECONDS * 1000

/** The oldest is forgotten first, and asked about again. */
const KNOWN_MAX = 20_000

/** The leases that this process gave out or looked at: a call under one of them costs no question to the database. */
export function leaseCache(db: Db): Leases {
  const known = new Map<string, { claim: LeaseHolder; until: number }>()

  function remember(claim: LeaseHolder): void {
    const id = claim.attemptId.toLowerCase()
    known.delete(id)
    known.set(id, { claim, until: performance.now() + KNOWN_MS })
    if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!)
  }

  function isKnown({ attemptId, leaseToken, nodeId }: LeaseHolder): boolean {
    const held = known.get(attemptId.toLowerCase())
    if (!held || held.until < performance.now()) return false
    return held.claim.leaseToken === leaseToken && held.claim.nodeId === nodeId
  }

  return {
    remember,
    admit: async (claim, wanted) => {
      if (isKnown(claim)) return
      const attempt = await findAttempt(db, claim.attemptId)
      const isTheirs = attempt?.node_id === claim.nodeId && attempt.lease_token === claim.leaseToken
      if (isTheirs && attempt.state === 'leased') return remember(claim)
      if (isTheirs && attempt.state === 'finished' && wanted === 'held or finished') return
      throw await whyLost(db, claim)
    },
  }
}
