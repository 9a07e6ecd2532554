import { run } from '../run.ts'

/**
 * The long forms of the proofs about sign-in, leases and credits.
 * `PROOF_SABOTAGE=once|revoke|grace|signature|fence|spend|pay` shows that they can fail.
 */
const env = {
  PROOF_MUTATIONS: '20000',
  PROOF_REPLAYS: '1000',
  PROOF_LAPSES: '10000',
  PROOF_SPENDS: '1000',
  PROOF_CUTS: '5000',
}
const files = ['apps/api/src/sessions/sign-in-proof.test.ts', 'apps/api/src/attempts/network-proof.test.ts']
const passed = await run('vitest', ['run', ...files], { env: { ...env, ...process.env } })
process.exit(passed ? 0 : 1)
