import { run } from './run.ts'

/**
 * Random sequences of everything that moves money or changes the state of a job, at full size. `MODEL_SEED` begins as another
 * run did, `MODEL_SABOTAGE=<invariant>` takes the protection of one invariant out, `MODEL_SABOTAGES=1` tries each of them.
 */
const held = await run('vitest', ['run', 'apps/api/src/model/model.test.ts'], {
  env: { MODEL_SEQUENCES: '20000', ...process.env },
})
process.exit(held ? 0 : 1)
