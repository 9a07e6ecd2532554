import { run } from '../run.ts'

/**
 * Random sequences of everything that moves money or changes the state of a job, at full size. `MODEL_SEED` repeats a
 * run, `MODEL_SABOTAGE=<invariant>` removes the protection of one invariant, `MODEL_SABOTAGES=1` does so for each in turn.
 */
const passed = await run('vitest', ['run', 'apps/api/src/model/model.test.ts'], {
  env: { MODEL_SEQUENCES: '20000', ...process.env },
})
process.exit(passed ? 0 : 1)
