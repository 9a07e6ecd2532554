import type { Endpoint } from '@infra/protocol/endpoint'

/** Who says that they hold a lease, and what they show for it. */
export interface LeaseClaim {
  attemptId: string
  leaseToken: string
  nodeId: string
}

export interface Leases {
  /**
   * Refuses whoever does not hold the lease, before their body is read. A lease that this process saw held a moment ago is taken for
   * held: what the call is about asks the database itself.
   */
  admit: (claim: LeaseClaim, wanted: NonNullable<Endpoint['lease']>) => Promise<void>
  /** It was given out, or renewed, in this moment. */
  remember: (claim: LeaseClaim) => void
}
