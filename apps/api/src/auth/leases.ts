import type { Endpoint } from '@infra/protocol/endpoint'

/** A node that holds a lease, or says so, with what proves it. */
export interface LeaseHolder {
  attemptId: string
  leaseToken: string
  nodeId: string
}

export interface Leases {
  /**
   * Refuses a caller that does not hold the lease, before its body is read. A lease that this process saw held a moment ago counts as
   * held: the statement of the call itself checks it again.
   */
  admit: (holder: LeaseHolder, wanted: NonNullable<Endpoint['lease']>) => Promise<void>
  /** The lease was given out or renewed just now. */
  remember: (holder: LeaseHolder) => void
}
