import { run } from '../run.ts'

/**
 * The long forms of the tests with kill -9, SIGSTOP and both at once. `CHAOS_SABOTAGE=1|keys|leases` shows that they can fail;
 * each of the sizes below can be set in the environment.
 */
const env = {
  CHAOS_ROUNDS: '20',
  CHAOS_JOBS: '20000',
  CHAOS_API_KILLS: '100',
  CHAOS_NODE_KILLS: '100',
  CHAOS_STOPS: '500',
  CHAOS_UPLOADS: '200',
}
const passed = await run(
  'vitest',
  [
    'run',
    'stack/src/proofs/kill-nine.test.ts',
    'stack/src/proofs/network-chaos.test.ts',
    'stack/src/proofs/upload-kill.test.ts',
  ],
  {
    env: { ...env, ...process.env },
  },
)
process.exit(passed ? 0 : 1)
