import { type Compiled, compile, readSolidity } from './compile.ts'
import { listMutants } from './list-mutants.ts'
import { compileContracts, compileTests, contractFiles, runSolidityTests } from './run-solidity-tests.ts'

/** Changes one thing after the other in InfraStaking and counts which changes the tests notice. */

const KILLED_PERCENT_MIN = 95
const FILE = 'InfraStaking.sol'
/** The quick tests run first; the others only on mutants that those do not notice. */
const ROUNDS = [
  { pattern: 'test_', sizes: { fuzzRuns: 1, invariantRuns: 1, invariantDepth: 1 } },
  { pattern: 'testFuzz_|invariant_', sizes: { fuzzRuns: 64, invariantRuns: 10, invariantDepth: 100 } },
]

const { [FILE]: source, ...others } = readSolidity(...contractFiles)
const unchanged = compileContracts(others)
const tests = compileTests()
let survived = 0
let killed = 0
let unbuildable = 0

const mutants = listMutants(source!)
console.log(`${mutants.length} mutants`)
for (const { name, source: changed } of mutants) {
  const mutant = tryCompile(changed)
  if (!mutant) unbuildable++
  else if (await isNoticed({ ...unchanged, ...tests, ...mutant })) killed++
  else {
    survived++
    console.log(`survived  ${name}`)
  }
}

const total = killed + survived
const percent = (killed / total) * 100
console.log(`killed ${killed} / ${total} (${percent.toFixed(1)} %); ${unbuildable} more did not compile`)
process.exit(percent >= KILLED_PERCENT_MIN ? 0 : 1)

function tryCompile(source: string): Compiled | undefined {
  try {
    return compile({ [FILE]: source }, { isOptimised: false })
  } catch {
    // A mutant that does not compile is not one that the tests could notice.
    return undefined
  }
}

async function isNoticed(compiled: Compiled): Promise<boolean> {
  for (const round of ROUNDS) {
    const results = await runSolidityTests(round, compiled)
    if (results.length === 0) throw new Error('No test was run.')
    if (results.some(({ isPassed }) => !isPassed)) return true
  }
  return false
}
