import { infraTokenAbi } from '@infra/contracts/generated/infra-token'
import {
  hexToNumber,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  parseSignature,
  slice,
  type TypedDataDefinition,
  UnsupportedProviderMethodError,
} from 'viem'
import type { Wallet } from '../../wallet/create-wallet.ts'
import type { StakingContext } from '../staking-queries.ts'

const MINUTE_SECONDS = 60n

/** Long enough to confirm the transaction that uses the permit, short enough that a leaked one is soon worthless. */
const VALID_SECONDS = 30n * MINUTE_SECONDS

/** A smart account signs by EIP-1271, which the token does not support. An account that delegates by EIP-7702 still has a key. */
export async function canSignPermit({ client, address }: StakingContext): Promise<boolean> {
  const code = await client.getCode({ address })
  return code === undefined || code.startsWith('0xef0100')
}

/** Whether the wallet does not support the method, as opposed to the user declining. */
export function isUnknownToWallet(error: unknown): boolean {
  const codes: number[] = [
    UnsupportedProviderMethodError.code,
    MethodNotFoundRpcError.code,
    MethodNotSupportedRpcError.code,
  ]
  for (let layer = error; layer instanceof Error; layer = layer.cause) {
    if ('code' in layer && codes.includes(Number(layer.code))) return true
  }
  return false
}

/** Has the user sign a permit (EIP-2612), which costs nothing and lets the contract take this amount once. */
export async function signPermit(
  wallet: Wallet,
  { client, deployment, address }: StakingContext,
  amount: bigint,
): Promise<readonly [bigint, bigint, number, `0x${string}`, `0x${string}`]> {
  const token = { chainId: deployment.chainId, abi: infraTokenAbi, address: deployment.token } as const
  const [nonce, [, name, version], { timestamp }] = await Promise.all([
    wallet.readContract({ ...token, functionName: 'nonces', args: [address] }),
    wallet.readContract({ ...token, functionName: 'eip712Domain' }),
    client.getBlock(),
  ])
  const deadline = timestamp + VALID_SECONDS
  const data = {
    domain: { name, version, chainId: deployment.chainId, verifyingContract: token.address },
    types: permitTypes,
    primaryType: 'Permit',
    message: { owner: address, spender: deployment.contract, value: amount, nonce, deadline },
  } satisfies TypedDataDefinition<typeof permitTypes>
  const signature = await wallet.signTypedData(deployment.chainId, data as TypedDataDefinition)
  const { r, s } = parseSignature(signature)
  // Some wallets return 0 or 1 as `v` where contracts expect 27 or 28.
  const last = hexToNumber(slice(signature, 64, 65))
  return [amount, deadline, last < 27 ? last + 27 : last, r, s]
}

const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const
