import { run } from './run.ts'

/**
 * The long forms of what must survive kill -9, SIGSTOP and everything at once. `CHAOS_SABOTAGE=1|keys|leases` shows that they
 * can fail; any of the sizes can be given.
 */
const env = {
  CHAOS_ROUNDS: '20',
  CHAOS_JOBS: '20000',
  CHAOS_API_KILLS: '100',
  CHAOS_NODE_KILLS: '100',
  CHAOS_STOPS: '500',
  CHAOS_UPLOADS: '200',
}
const survived = await run(
  'vitest',
  ['run', 'stack/src/kill-nine.test.ts', 'stack/src/network-chaos.test.ts', 'stack/src/upload-kill.test.ts'],
  {
    env: { ...env, ...process.env },
  },
)
process.exit(survived ? 0 : 1)
