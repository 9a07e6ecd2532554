import { run } from '../run.ts'

/**
 * The long form of the test with random requests, generated from the API's own OpenAPI document. `FUZZ_SEED` repeats a run; `FUZZ_SABOTAGE=1` shows
 * that it can fail.
 */
const env = { FUZZ_REQUESTS: '100000', FUZZ_SEED: String(Date.now() % 2 ** 31) }
const passed = await run('vitest', ['run', 'apps/api/src/http/fuzz.test.ts'], {
  env: { ...env, ...process.env },
})
process.exit(passed ? 0 : 1)
