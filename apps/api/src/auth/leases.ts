import type { Endpoint } from '@infra/protocol/endpoint'

/** A node that claims to hold a lease, with its proof. */
export interface LeaseHolder {
  attemptId: string
  leaseToken: string
  nodeId: string
}

export interface Leases {
  /**
   * Refuses a caller that doesn't hold the lease, before its body is read. A lease that this process saw a moment ago is accepted here: the
   * call's own statement checks it again.
   */
  admit: (holder: LeaseHolder, wanted: NonNullable<Endpoint['lease']>) => Promise<void>
  /** Adds a lease that was just granted or renewed. */
  add: (holder: LeaseHolder) => void
}
