import { addStatementCoverageInstrumentation, COVERAGE_LIBRARY_FILE_NAME } from '@nomicfoundation/edr'
import { getCoverageLibrary } from '@nomicfoundation/edr/coverage'
import { type Compiled, compile, readSolidity, SOLC_VERSION } from './compile.ts'
import { instrumentBranches } from './instrument-branches.ts'
import { contractFiles, runSolidityTests } from './run-solidity-tests.ts'

export interface Coverage {
  statements: number
  /** Outcomes of conditions. */
  sides: number
  /** As `InfraStaking.sol:12: the line`; for a branch, with the outcome that never occurred. */
  missed: string[]
}

interface Instrumented {
  /** The sources, by name. */
  written: Record<string, string>
  contracts: Compiled
  statements: { tag: string; file: string; line: number }[]
  sides: ReturnType<typeof instrumentBranches>['sides']
}

const SIZES = { fuzzRuns: 32, invariantRuns: 5, invariantDepth: 50 }

/** Which statements of our contracts no test reaches (of the tests that match `pattern`), and which outcomes of conditions never occur. */
export async function measureCoverage(
  { written, contracts, statements, sides }: Instrumented,
  tests: Compiled,
  pattern?: string,
): Promise<Coverage> {
  const hits = new Set<string>()
  const coverage = {
    onCollectedCoverageCallback: async (tags: Uint8Array[]) => {
      for (const tag of tags) hits.add(hex(tag))
    },
  }
  await runSolidityTests({ sizes: SIZES, coverage, pattern }, { ...contracts, ...tests })

  const lineOf = ({ file, line }: { file: string; line: number }) =>
    `${file}:${line}: ${written[file]!.split('\n')[line - 1]!.trim()}`
  const isMissed = ({ tag }: { tag: string }) => !hits.has(tag)
  return {
    statements: statements.length,
    sides: sides.length,
    missed: [
      ...statements.filter(isMissed).map(lineOf),
      ...sides.filter(isMissed).map((side) => `${lineOf(side)} (never: ${side.what})`),
    ],
  }
}

/**
 * Compiles our contracts so that they record what is reached. Branches first, each on its line, so that the lines of the statements are
 * still those that were written.
 */
export function instrument(): Instrumented {
  const written = readSolidity(...contractFiles)
  const { sources, sides } = instrumentBranches(written)
  const instrumented = Object.keys(written).map((file) => ({
    file,
    ...addStatementCoverageInstrumentation(sources[file]!, file, SOLC_VERSION),
  }))
  const contracts = compile(
    {
      ...sources,
      ...Object.fromEntries(instrumented.map(({ file, source }) => [file, source])),
      [COVERAGE_LIBRARY_FILE_NAME]: getCoverageLibrary().content,
    },
    { wanted: Object.keys(written), isOptimised: false },
  )
  const statements = instrumented.flatMap(({ file, metadata }) =>
    metadata.map(({ tag, startUtf16 }) => ({
      file,
      tag: hex(tag),
      line: sources[file]!.slice(0, startUtf16).split('\n').length,
    })),
  )
  return { written, contracts, statements, sides }
}

function hex(tag: Uint8Array): string {
  return Buffer.from(tag).toString('hex')
}
