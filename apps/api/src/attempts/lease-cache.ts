import { LEASE_SECONDS } from '@infra/protocol/attempts'
import type { LeaseHolder, Leases } from '../auth/leases.ts'
import { growingCache } from '../concurrency/growing-cache.ts'
import type { Db } from '../db/client.ts'
import { findAttempt, whyLost } from './lease-queries.ts'

const LEASES_MAX = 20_000

/** Leases that this process granted or checked lately, so that a call under one of them needs no query before its body is read. */
export function leaseCache(db: Db): Leases {
  // As long as an unrenewed lease lasts.
  const held = growingCache<string, LeaseHolder>(LEASES_MAX, { ttl: LEASE_SECONDS * 1000 })

  function add(holder: LeaseHolder): void {
    held.set(holder.attemptId.toLowerCase(), holder)
  }

  function isHeld({ attemptId, leaseToken, nodeId }: LeaseHolder): boolean {
    const known = held.get(attemptId.toLowerCase())
    return known?.leaseToken === leaseToken && known.nodeId === nodeId
  }

  return {
    add,
    admit: async (holder, wanted) => {
      if (isHeld(holder)) return
      const attempt = await findAttempt(db, holder.attemptId)
      const isTheirs = attempt?.node_id === holder.nodeId && attempt.lease_token === holder.leaseToken
      if (isTheirs && attempt.state === 'leased') return add(holder)
      if (isTheirs && attempt.state === 'finished' && wanted === 'held or finished') return
      throw await whyLost(db, holder)
    },
  }
}
