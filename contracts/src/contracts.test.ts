import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { isExpectedCode } from './deployed-code.ts'
import { GENERATED, generate } from './generate.ts'
import { infraStakingAbi, infraStakingCode } from './generated/infra-staking.ts'
import { infraTokenAbi } from './generated/infra-token.ts'
import { measureCoverage } from './measure-coverage.ts'
import { compileContracts, compileTests, runSolidityTests } from './run-solidity-tests.ts'
import { readSizes } from './sizes.ts'

const sizes = readSizes(process.env)
const testCode = compileTests()
const tests = await runSolidityTests({ sizes }, { ...compileContracts(), ...testCode })
// As the rows of the bad inputs and of the findings are named elsewhere: [K01], and X13 as a finding.
const named = tests.map((one) => ({
  ...one,
  title: one.name
    .replaceAll(/_(K\d+)/g, ' [$1]')
    .replaceAll(/_(X\d+)/g, ' [finding $1]')
    .replace(/\(.*/, ''),
}))

test.each(named)('$suite: $title', ({ isPassed, told }) => {
  expect(isPassed, told).toBe(true)
})

test('every suite was run, at the size that was asked for', () => {
  expect([...new Set(tests.map(({ suite }) => suite))].sort()).toEqual([
    'InfraStakingFuzzTest',
    'InfraStakingInvariantTest',
    'InfraStakingTest',
    'InfraTokenTest',
    'Multicall3Test',
  ])
  expect(tests.filter(({ told }) => told.includes('runs')).map(({ told }) => told)).toEqual(
    Array.from({ length: 6 }, () => `${sizes.fuzzRuns} runs`),
  )
  const calls = sizes.invariantRuns * sizes.invariantDepth
  expect(tests.find(({ name }) => name.startsWith('invariant'))?.told).toBe(`${calls} calls`)
})

test('every statement of our contracts is reached, and every condition turns out both ways', async () => {
  const { statements, sides, missed } = await measureCoverage(testCode)
  expect(missed).toEqual([])
  expect(statements).toBeGreaterThan(100)
  expect(sides).toBeGreaterThanOrEqual(50)
})

test('what no test reaches is told: a statement, and the side of a condition', async () => {
  const { missed } = await measureCoverage(testCode, 'test_K05_')
  const told = missed.map((one) => one.replace(/:\d+:/, ':'))
  expect(told).toContain('InfraStaking.sol: _pause();')
  const fee =
    'InfraStaking.sol: if (received != amount) revert InfraStaking__TokenTakesFee(amount, received);'
  expect(told).toContain(`${fee} (never: received != amount is true)`)
  expect(told).not.toContain(`${fee} (never: received != amount is false)`)
})

test('what is checked in is what the sources say (else: npm run contracts)', () => {
  for (const [name, text] of Object.entries(generate()))
    expect(readFileSync(new URL(name, GENERATED), 'utf8')).toBe(text)
})

test('[K29] whatever changes something is on this list, and nothing else', () => {
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

test('[K46] code is known again whatever it was deployed with, and no other code is', () => {
  const { runtimeCode } = compileContracts()['InfraStaking.sol']!.InfraStaking!
  expect(isExpectedCode(runtimeCode, infraStakingCode)).toBe(true)
  const { start } = infraStakingCode.immutables[0]
  expect(isExpectedCode(changedAt(runtimeCode, start), infraStakingCode)).toBe(true)
  expect(isExpectedCode(changedAt(runtimeCode, 5), infraStakingCode)).toBe(false)
  expect(isExpectedCode('0x', infraStakingCode)).toBe(false)
  expect(isExpectedCode(undefined, infraStakingCode)).toBe(false)
})

/** Another byte there. */
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
