import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Artifact,
  type CodeCoverageConfig,
  EdrContext,
  L1_CHAIN_TYPE,
  l1SolidityTestRunnerFactory,
  type TestResult,
} from '@nomicfoundation/edr'
import { type Compiled, compile, readSolidity, SOLC_VERSION, SOLIDITY } from './compile.ts'

export interface Sizes {
  fuzzRuns: number
  invariantRuns: number
  invariantDepth: number
}

export interface SolidityTest {
  suite: string
  name: string
  isPassed: boolean
  /** How many times, and what went wrong. */
  summary: string
}

interface Options {
  sizes: Sizes
  /** The same numbers every time, so that what failed once fails again. */
  seed?: string
  pattern?: string
  coverage?: CodeCoverageConfig
}

export const contractFiles = ['InfraToken.sol', 'InfraStaking.sol', 'Multicall3.sol']
const testFiles = readdirSync(join(SOLIDITY, 'test')).map((name) => `test/${name}`)

/** The contracts as they go onto a chain; `sources` where they are not those on the disk. */
export function compileContracts(sources = readSolidity(...contractFiles)): Compiled {
  return compile(sources, { wanted: Object.keys(sources) })
}

/** The tests deploy what `compileContracts` makes, and so need not be compiled again with each change of it. */
export function compileTests(): Compiled {
  return compile(readSolidity(...contractFiles, ...testFiles), { wanted: testFiles, isOptimised: false })
}

export async function runSolidityTests(
  { sizes, seed = '0x5eed', pattern, coverage }: Options,
  compiled: Compiled,
): Promise<SolidityTest[]> {
  const artifacts = artifactsOf(compiled)
  const suites = artifacts.filter(isSuite).map(({ id }) => id)
  const tests: SolidityTest[] = []
  const { promise: allEnded, resolve } = Promise.withResolvers<void>()
  let ended = 0
  await (await edr()).runSolidityTests(
    L1_CHAIN_TYPE,
    artifacts,
    suites,
    {
      projectRoot: SOLIDITY,
      hardfork: 'Osaka',
      disableBlockGasLimit: true,
      disableTransactionGasCap: true,
      localPredeploys: [],
      fuzz: { runs: sizes.fuzzRuns, seed },
      invariant: { runs: sizes.invariantRuns, depth: sizes.invariantDepth, failOnRevert: true },
      testPattern: pattern,
      observability: { codeCoverage: coverage },
    },
    {},
    ({ id, testResults }) => {
      tests.push(...testResults.map((result) => testOf(id.name, result)))
      ended++
      if (ended === suites.length) resolve()
    },
  )
  // The last suites may be reported after the run has ended.
  await allEnded
  return tests
}

let shared: Promise<EdrContext> | undefined

function edr(): Promise<EdrContext> {
  shared ??= (async () => {
    const context = new EdrContext()
    await context.registerSolidityTestRunnerFactory(L1_CHAIN_TYPE, l1SolidityTestRunnerFactory())
    return context
  })()
  return shared
}

function artifactsOf(compiled: Compiled): Artifact[] {
  return Object.entries(compiled).flatMap(([source, contracts]) =>
    Object.entries(contracts).map(([name, { abi, creationCode, runtimeCode }]) => ({
      id: { name, source, solcVersion: SOLC_VERSION },
      contract: { abi: JSON.stringify(abi), bytecode: creationCode, deployedBytecode: runtimeCode },
    })),
  )
}

function isSuite({ id, contract }: Artifact): boolean {
  return (
    id.source.endsWith('.t.sol') &&
    contract.bytecode !== '0x' &&
    /"name":"(test|invariant)/.test(contract.abi)
  )
}

function testOf(suite: string, { name, status, reason, kind, counterexample }: TestResult): SolidityTest {
  const counts = 'calls' in kind ? `${kind.calls} calls` : 'runs' in kind ? `${kind.runs} runs` : 'once'
  const example = counterexample && JSON.stringify(counterexample, readable)
  return {
    suite,
    name,
    isPassed: status === 'Success',
    summary: [counts, reason, example].filter(Boolean).join('; '),
  }
}

function readable(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return key === 'calldata' ? undefined : Buffer.from(value).toString('hex')
  return value
}
