import { run } from '../run.ts'

/** All faults of networks, disks and clocks, at full size. `FAULTS_SABOTAGE=1` shows that the tests can fail. */
const passed = await run('vitest', ['run', 'packages/fault-proxy', 'stack/src/proofs/faults.test.ts'], {
  env: { FAULTS_ROUNDS: '20', ...process.env },
})
process.exit(passed ? 0 : 1)
