import { run } from './run.ts'

/** Everything that the way between two programs, a disk or a clock can do, at full size. `FAULTS_SABOTAGE=1` shows that it can fail. */
const survived = await run('vitest', ['run', 'packages/fault-proxy', 'stack/src/faults.test.ts'], {
  env: { FAULTS_ROUNDS: '20', ...process.env },
})
process.exit(survived ? 0 : 1)
