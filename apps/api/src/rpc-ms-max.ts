/**
 * For all calls that check one signature, because a person is waiting to sign in. In a file of its own, because `chain.ts` loads all of
 * viem's chains, a quarter of what the API would load at start.
 */
export const RPC_MS_MAX = 2_500
