import { writeGenerated } from '@infra/contracts/generate'
import { run } from './run.ts'

/** Writes what programs need of the contracts, then the long forms of their tests: fuzzing, invariants, coverage. */
const env = {
  CONTRACTS_FUZZ_RUNS: '10000',
  CONTRACTS_INVARIANT_RUNS: '256',
  CONTRACTS_INVARIANT_DEPTH: '500',
}
writeGenerated()
const held = await run('vitest', ['run', 'contracts', '--reporter=verbose'], {
  env: { ...env, ...process.env },
})
process.exit(held ? 0 : 1)
