import { writeGenerated } from '@infra/contracts/generate'
import { run } from './run.ts'

/** Writes the ABIs and bytecode that programs import, then runs the long forms of the contracts' tests: fuzzing, invariants, coverage. */
const env = {
  CONTRACTS_FUZZ_RUNS: '10000',
  CONTRACTS_INVARIANT_RUNS: '256',
  CONTRACTS_INVARIANT_DEPTH: '500',
}
writeGenerated()
const passed = await run('vitest', ['run', 'contracts', '--reporter=verbose'], {
  env: { ...env, ...process.env },
})
process.exit(passed ? 0 : 1)
