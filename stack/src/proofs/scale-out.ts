import { run } from '../run.ts'

/** Rolling restarts under traffic, at full size. `SCALE_OUT_SABOTAGE=1` shows that it can fail. */
const passed = await run('vitest', ['run', 'stack/src/proofs/scale-out.test.ts'], {
  env: { SCALE_OUT_ROUNDS: '20', SCALE_OUT_APIS: '3', ...process.env },
})
process.exit(passed ? 0 : 1)
