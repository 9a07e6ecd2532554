import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { isExpectedCode } from './deployed-code.ts'
import { GENERATED, generate } from './generate.ts'
import { infraStakingAbi, infraStakingCode } from './generated/infra-staking.ts'
import { infraTokenAbi } from './generated/infra-token.ts'
import { instrument, measureCoverage } from './measure-coverage.ts'
import { compileContracts, compileTests, runSolidityTests } from './run-solidity-tests.ts'
import { readSizes } from './sizes.ts'

const sizes = readSizes(process.env)
const testCode = compileTests()
const contracts = compileContracts()
const tests = await runSolidityTests({ sizes }, { ...contracts, ...testCode })
const instrumented = instrument()
// Tags as in the other tests: [K01] for a row of bad inputs, and X13 for a finding.
const named = tests.map((one) => ({
  ...one,
  title: one.name
    .replaceAll(/_(K\d+)/g, ' [$1]')
    .replaceAll(/_(X\d+)/g, ' [finding $1]')
    .replace(/\(.*/, ''),
}))

test.each(named)('$suite: $title', ({ isPassed, summary }) => {
  expect(isPassed, summary).toBe(true)
})

test('every suite runs at the requested size', () => {
  expect([...new Set(tests.map(({ suite }) => suite))].sort()).toEqual([
    'InfraStakingFuzzTest',
    'InfraStakingInvariantTest',
    'InfraStakingTest',
    'InfraTokenTest',
    'Multicall3Test',
  ])
  expect(tests.filter(({ summary }) => summary.includes('runs')).map(({ summary }) => summary)).toEqual(
    Array.from({ length: 6 }, () => `${sizes.fuzzRuns} runs`),
  )
  const calls = sizes.invariantRuns * sizes.invariantDepth
  expect(tests.find(({ name }) => name.startsWith('invariant'))?.summary).toBe(`${calls} calls`)
})

test('every statement of our contracts is reached, and every condition is both true and false', async () => {
  const { statements, sides, missed } = await measureCoverage(instrumented, testCode)
  expect(missed).toEqual([])
  expect(statements).toBeGreaterThan(100)
  expect(sides).toBeGreaterThanOrEqual(50)
})

test('coverage names each missed statement and each missed side of a condition', async () => {
  const { missed } = await measureCoverage(instrumented, testCode, 'test_K05_')
  const places = missed.map((one) => one.replace(/:\d+:/, ':'))
  expect(places).toContain('InfraStaking.sol: _pause();')
  const fee =
    'InfraStaking.sol: if (received != amount) revert InfraStaking__TokenTakesFee(amount, received);'
  expect(places).toContain(`${fee} (never: received != amount is true)`)
  expect(places).not.toContain(`${fee} (never: received != amount is false)`)
})

test('the generated files match the sources (else: npm run contracts)', () => {
  for (const [name, text] of Object.entries(generate(contracts)))
    expect(readFileSync(new URL(name, GENERATED), 'utf8')).toBe(text)
})

test('[K29] exactly these functions change state', () => {
  expect(mutative(infraTokenAbi)).toEqual(['approve', 'permit', 'transfer', 'transferFrom'])
  expect(mutative(infraStakingAbi)).toEqual([
    'acceptOwnership',
    'claim',
    'emergencyWithdraw',
    'exit',
    'fund',
    'pause',
    'recover',
    'setDuration',
    'stake',
    'stakeWithPermit',
    'transferOwnership',
    'unpause',
    'withdraw',
  ])
})

test('[K46] deployed code is recognised whatever its immutables are, and other code is not', () => {
  const { runtimeCode } = contracts['InfraStaking.sol']!.InfraStaking!
  expect(isExpectedCode(runtimeCode, infraStakingCode)).toBe(true)
  const { start } = infraStakingCode.immutables[0]
  expect(isExpectedCode(changedAt(runtimeCode, start), infraStakingCode)).toBe(true)
  expect(isExpectedCode(changedAt(runtimeCode, 5), infraStakingCode)).toBe(false)
  expect(isExpectedCode('0x', infraStakingCode)).toBe(false)
  expect(isExpectedCode(undefined, infraStakingCode)).toBe(false)
})

/** The code with this byte changed. */
function changedAt(code: Hex, byte: number): Hex {
  const at = 2 + byte * 2
  return `${code.slice(0, at)}${code.slice(at, at + 2) === 'ff' ? '00' : 'ff'}${code.slice(at + 2)}` as Hex
}

function mutative(abi: readonly { type: string; name?: string; stateMutability?: string }[]): string[] {
  return abi
    .filter(({ type, stateMutability }) => type === 'function' && !/view|pure/.test(stateMutability!))
    .map(({ name }) => name!)
    .sort()
}
