import { infraStakingAbi } from '@infra/contracts/generated/infra-staking'
import { infraTokenAbi } from '@infra/contracts/generated/infra-token'
import { BaseError, decodeErrorResult, type Hex, HttpRequestError, isHex, TimeoutError } from 'viem'
import { messageOf, problemOf, type WalletProblem } from '../../wallet/wallet-error.ts'
import { TOKEN_SYMBOL } from '../token-amount.ts'

/** A failure that we found ourselves, with a message for the user. */
export class StakingError extends Error {
  override name = 'StakingError'
}

/** Tells the user why something didn't work and what to do about it. */
export function failureMessage(error: unknown): string {
  if (error instanceof StakingError) return error.message
  const refusal = contractRefusal(error)
  if (refusal) return contractMessages[refusal] ?? `The contract refused it: ${refusal}. Nothing was moved.`
  const problem = problemOf(error)
  if (problem !== 'failed') return walletMessages[problem]
  if (isChainAway(error)) return 'The chain isn’t responding. Nothing was sent; try again later.'
  if (isUnderfunded(error)) return NOT_ENOUGH_ETHER
  return `It did not work: ${messageOf(error) ?? 'the wallet does not say why'}`
}

export const NOT_ENOUGH_ETHER = 'You do not have enough ether for the network fee. Nothing was sent.'

/** The name of the custom error that a call of either contract reverted with, if it did. */
export function contractRefusal(error: unknown): string | undefined {
  const data = revertData(error)
  if (!data) return undefined
  try {
    return decodeErrorResult({ abi: [...infraStakingAbi, ...infraTokenAbi], data }).errorName
  } catch {
    return undefined
  }
}

export function isChainAway(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((layer) => layer instanceof HttpRequestError || layer instanceof TimeoutError) !== null
}

/** Nodes and wallets phrase it in many ways, but all contain this. */
function isUnderfunded(error: unknown): boolean {
  return error instanceof Error && /insufficient funds|enough (funds|balance)/i.test(`${error.message}`)
}

function revertData(error: unknown): Hex | undefined {
  if (!(error instanceof BaseError)) return undefined
  let found: Hex | undefined
  error.walk((layer) => {
    const { raw, data } = layer as { raw?: unknown; data?: unknown }
    const given = [raw, data, (data as { data?: unknown } | undefined)?.data].find(
      (part) => isHex(part) && part.length >= 10,
    )
    found ??= given as Hex | undefined
    return false
  })
  return found
}

const contractMessages: Record<string, string> = {
  InfraStaking__ZeroAmount: 'There is nothing to move: the amount is zero.',
  InfraStaking__StakeTooSmall: 'You have less staked than that. The figures above are being refreshed.',
  InfraStaking__TokenTakesFee: 'The token takes a fee on each transfer, so the contract doesn’t accept it.',
  EnforcedPause: 'New stakes are paused. You can still withdraw and claim.',
  ERC20InsufficientBalance: `You have less ${TOKEN_SYMBOL} than that. The figures above are being refreshed.`,
  ERC20InsufficientAllowance: `The contract isn’t allowed to transfer that much ${TOKEN_SYMBOL}: the permit had no effect. Try again, or approve in a transaction.`,
  ReentrancyGuardReentrantCall: 'The contract refused a reentrant call. Nothing was moved.',
}

const walletMessages: Record<Exclude<WalletProblem, 'failed'>, string> = {
  rejected: 'You declined in your wallet. Nothing was sent.',
  pending: 'Your wallet has another request open. Answer that one first, then try again.',
  missing: 'Your wallet isn’t available any more. Link it again.',
  not_connected: 'Your wallet is no longer linked. Link it again.',
  wrong_chain: 'Your wallet is on another network. Switch it first.',
  unreachable: 'That took too long. Try again.',
  cancelled: 'You stopped waiting for the wallet.',
  replaced: 'Another transaction replaced this one, so this one did nothing.',
}
