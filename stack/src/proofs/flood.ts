import { run } from '../run.ts'

/** Floods every endpoint as every kind of caller, at full size. `FLOOD_SABOTAGE=1` removes the limits. */
const passed = await run('vitest', ['run', 'stack/src/proofs/flood.test.ts'], {
  env: { FLOOD_SECONDS: '60', ...process.env },
})
process.exit(passed ? 0 : 1)
