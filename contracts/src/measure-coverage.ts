import { addStatementCoverageInstrumentation, COVERAGE_LIBRARY_FILE_NAME } from '@nomicfoundation/edr'
import { getCoverageLibrary } from '@nomicfoundation/edr/coverage'
import { compile, readSolidity, SOLC_VERSION } from './compile.ts'
import { compileTests, contractFiles, runSolidityTests } from './run-solidity-tests.ts'

export interface Coverage {
  statements: number
  /** As `InfraStaking.sol:12: the line`. */
  missed: string[]
}

const SIZES = { fuzzRuns: 32, invariantRuns: 5, invariantDepth: 50 }

/** Which statements of our contracts no test reaches. */
export async function measureCoverage(): Promise<Coverage> {
  const sources = readSolidity(...contractFiles)
  const hits = new Set<string>()
  const instrumented = Object.entries(sources).map(([file, source]) => ({
    file,
    ...addStatementCoverageInstrumentation(source, file, SOLC_VERSION),
  }))
  const contracts = compile(
    {
      ...Object.fromEntries(instrumented.map((one) => [one.file, one.source])),
      [COVERAGE_LIBRARY_FILE_NAME]: getCoverageLibrary().content,
    },
    { wanted: contractFiles, isOptimised: false },
  )
  const coverage = {
    onCollectedCoverageCallback: async (tags: Uint8Array[]) => {
      for (const tag of tags) hits.add(hex(tag))
    },
  }
  await runSolidityTests({ sizes: SIZES, coverage }, { ...contracts, ...compileTests() })

  const statements = instrumented.flatMap(({ file, metadata }) =>
    metadata.map(({ tag, startUtf16 }) => ({
      file,
      tag: hex(tag),
      line: lineAt(sources[file]!, startUtf16),
    })),
  )
  const missed = statements.filter(({ tag }) => !hits.has(tag)).map(({ file, line }) => `${file}:${line}`)
  return { statements: statements.length, missed }
}

function lineAt(source: string, offset: number): string {
  const number = source.slice(0, offset).split('\n').length
  return `${number}: ${source.split('\n')[number - 1]!.trim()}`
}

function hex(tag: Uint8Array): string {
  return Buffer.from(tag).toString('hex')
}
