import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { readSolidity } from './compile.ts'
import { isExpectedCode } from './deployed-code.ts'
import { GENERATED, generate } from './generate.ts'
import { infraStakingAbi, infraStakingCode } from './generated/infra-staking.ts'
import { infraTokenAbi } from './generated/infra-token.ts'
import { measureCoverage } from './measure-coverage.ts'
import { compileContracts, contractFiles, runSolidityTests } from './run-solidity-tests.ts'
import { readSizes } from './sizes.ts'

const sizes = readSizes(process.env)
const tests = await runSolidityTests({ sizes })
// As the rows of the bad inputs are named elsewhere: [K01].
const named = tests.map((one) => ({
  ...one,
  title: one.name.replaceAll(/_(K\d+)/g, ' [$1]').replace(/\(.*/, ''),
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
  ])
  expect(tests.filter(({ told }) => told.includes('runs')).map(({ told }) => told)).toEqual(
    Array.from({ length: 6 }, () => `${sizes.fuzzRuns} runs`),
  )
  const calls = sizes.invariantRuns * sizes.invariantDepth
  expect(tests.find(({ name }) => name.startsWith('invariant'))?.told).toBe(`${calls} calls`)
})

test('every statement of our contracts is reached, and with them both sides of every branch', async () => {
  for (const written of Object.values(readSolidity(...contractFiles))) {
    const source = written.replaceAll(/\/\/.*/g, '')
    // A condition either leaves or lets pass, so that each of its sides is a statement of its own.
    for (const [line] of source.matchAll(/^\s*if .*$/gm)) expect(line).toMatch(/\) (revert|return)\b.*;$/)
    expect(source).not.toMatch(/ \? |\belse\b|\b(require|for|while) ?\(/)
  }
  const { statements, missed } = await measureCoverage()
  expect(missed).toEqual([])
  expect(statements).toBeGreaterThan(80)
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
    'renounceOwnership',
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
