import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { infraTokenAbi } from '@infra/contracts/generated/infra-token'
import {
  createPublicClient,
  custom,
  encodeErrorResult,
  type Hex,
  HttpRequestError,
  UserRejectedRequestError,
} from 'viem'
import { expect, test } from 'vitest'
import { WalletError } from '../../wallet/wallet-error.ts'
import { failureMessage, isChainAway, StakingError } from './failure-message.ts'

const contract = '0x00000000000000000000000000000000000000c0'

/** What viem throws when a node answers a call with this error. */
async function thrownBy(error: object): Promise<unknown> {
  const request = () => Promise.reject(Object.assign(new Error('execution reverted'), error))
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  const call = { abi: infraStakingAbi, address: contract, functionName: 'stake', args: [1n] } as const
  return client.simulateContract({ ...call, account: contract }).then(
    () => undefined,
    (thrown) => thrown,
  )
}

const staking = (errorName: 'InfraStaking__ZeroAmount' | 'EnforcedPause') =>
  encodeErrorResult({ abi: infraStakingAbi, errorName })

test.each<[string, Hex, RegExp]>([
  ['a zero amount', staking('InfraStaking__ZeroAmount'), /the amount is zero/],
  ['staking is paused', staking('EnforcedPause'), /New stakes are paused\. You can still withdraw/],
  [
    'more than staked',
    encodeErrorResult({ abi: infraStakingAbi, errorName: 'InfraStaking__StakeTooSmall', args: [2n, 1n] }),
    /less staked than that/,
  ],
  [
    'more than owned, reported by the token',
    encodeErrorResult({
      abi: infraTokenAbi,
      errorName: 'ERC20InsufficientBalance',
      args: [contract, 1n, 2n],
    }),
    /less INFRA than that/,
  ],
  [
    'no allowance',
    encodeErrorResult({
      abi: infraTokenAbi,
      errorName: 'ERC20InsufficientAllowance',
      args: [contract, 1n, 2n],
    }),
    /the permit had no effect/,
  ],
  [
    'an error without a message of ours',
    encodeErrorResult({ abi: infraStakingAbi, errorName: 'OwnableUnauthorizedAccount', args: [contract] }),
    /The contract refused it: OwnableUnauthorizedAccount\. Nothing was moved\./,
  ],
])('[K02] describes the contract’s refusal: %s', async (_, data, words) => {
  expect(failureMessage(await thrownBy({ code: 3, data }))).toMatch(words)
})

test('[K44] describes a declined request, and a wallet on another chain', () => {
  expect(failureMessage(new UserRejectedRequestError(new Error('no')))).toBe(
    'You declined in your wallet. Nothing was sent.',
  )
  expect(failureMessage(new WalletError('wrong_chain', 'x'))).toBe(
    'Your wallet is on another network. Switch it first.',
  )
})

test('describes a wallet that itself finds too little ether', () => {
  expect(failureMessage(new Error('insufficient funds for gas * price + value'))).toContain(
    'ether for the network fee',
  )
})

test('[K43] recognises and describes a chain that isn’t responding', () => {
  const away = new HttpRequestError({ url: 'http://127.0.0.1:9', status: 503 })
  expect(isChainAway(away)).toBe(true)
  expect(failureMessage(away)).toContain('The chain isn’t responding')
  expect(isChainAway(new Error('else'))).toBe(false)
})

test('shows our own errors as they are, and quotes the wallet for unknown ones', () => {
  expect(failureMessage(new StakingError('It is so.'))).toBe('It is so.')
  expect(failureMessage(new Error('Ledger is locked'))).toBe('It did not work: Ledger is locked')
  expect(failureMessage(undefined)).toBe('It did not work: the wallet does not say why')
})
