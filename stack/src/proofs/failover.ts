import { run } from '../run.ts'

/** The primary killed, the primary cut off, the standby killed, at full size. `FAILOVER_SABOTAGE=1` shows that it can fail. */
const passed = await run('vitest', ['run', 'stack/src/proofs/failover.test.ts'], {
  env: { FAILOVER_ORDERS: '1000', ...process.env },
})
process.exit(passed ? 0 : 1)
