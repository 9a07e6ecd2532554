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
import type { Spot } from '../staking-queries.ts'

const MINUTE_SECONDS = 60n

/** Long enough to confirm the transaction that uses it, short enough to be worth nothing tomorrow. */
const VALID_SECONDS = 30n * MINUTE_SECONDS

/** A contract that is an account signs in its own way, which no token understands; one that only lent its code does not. */
export async function canSignPermit({ client, address }: Spot): Promise<boolean> {
  const code = await client.getCode({ address })
  return code === undefined || code.startsWith('0xef0100')
}

/** Whether the wallet does not know how, rather than not want to. */
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

/** By one signature, which costs nothing, the contract may take this amount once (EIP-2612). */
export async function signPermit(
  wallet: Wallet,
  { client, place, address }: Spot,
  amount: bigint,
): Promise<readonly [bigint, bigint, number, `0x${string}`, `0x${string}`]> {
  const token = { abi: infraTokenAbi, address: place.token } as const
  const [nonce, [, name, version], { timestamp }] = await Promise.all([
    client.readContract({ ...token, functionName: 'nonces', args: [address] }),
    client.readContract({ ...token, functionName: 'eip712Domain' }),
    client.getBlock(),
  ])
  const deadline = timestamp + VALID_SECONDS
  const data = {
    domain: { name, version, chainId: place.chainId, verifyingContract: token.address },
    types: permitTypes,
    primaryType: 'Permit',
    message: { owner: address, spender: place.contract, value: amount, nonce, deadline },
  } satisfies TypedDataDefinition<typeof permitTypes>
  const signature = await wallet.signTypedData(place.chainId, data as TypedDataDefinition)
  const { r, s } = parseSignature(signature)
  // Some wallets end with 0 or 1 where contracts expect 27 or 28.
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
