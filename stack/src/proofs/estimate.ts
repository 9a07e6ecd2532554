import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../run.ts'

/**
 * Ten simulated networks: a week through the API, the estimate for a machine that wasn't there, and a week with that machine. What it
 * earned must be within the range in nine of them. `ESTIMATE_TRIALS` and `ESTIMATE_SEED` set how many, and which.
 */
const folder = await mkdtemp(join(tmpdir(), 'infra-estimate-'))
const file = join(folder, 'report.txt')
const passed = await run('vitest', ['run', 'apps/api/src/earning/held-out.test.ts'], {
  env: { ESTIMATE_TRIALS: '10', ...process.env, ESTIMATE_REPORT: file },
})
console.log(await readFile(file, 'utf8').catch(() => ''))
await rm(folder, { recursive: true })
process.exit(passed ? 0 : 1)
