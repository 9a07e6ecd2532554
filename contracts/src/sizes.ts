import { z } from 'zod'
import type { Sizes } from './run-solidity-tests.ts'

const Environment = z.object({
  CONTRACTS_FUZZ_RUNS: z.coerce.number().int().positive().default(256),
  CONTRACTS_INVARIANT_RUNS: z.coerce.number().int().positive().default(20),
  CONTRACTS_INVARIANT_DEPTH: z.coerce.number().int().positive().default(100),
})

/** Small, unless the environment says otherwise: `npm run contracts` does. */
export function readSizes(environment: NodeJS.ProcessEnv): Sizes {
  const given = Environment.parse(environment)
  return {
    fuzzRuns: given.CONTRACTS_FUZZ_RUNS,
    invariantRuns: given.CONTRACTS_INVARIANT_RUNS,
    invariantDepth: given.CONTRACTS_INVARIANT_DEPTH,
  }
}
