import {
  type Chain,
  createWalletClient,
  type Hash,
  http,
  type PrivateKeyAccount,
  type SendTransactionParameters,
} from 'viem'
import { NATIVE_CURRENCY } from '../native-currency.ts'
import type { WalletChain } from '../wallet-configuration.ts'
import { ProviderError } from './provider-error.ts'

const MAINNET_ID = 1

/** The initial chain of the demo wallet: the development chain, if there is one. */
export function firstDemoChain(chains: readonly [WalletChain, ...WalletChain[]]): WalletChain {
  return chains.find(isDevelopmentChain) ?? chains[0]
}

/** Throws on real chains: a throw-away key must not be used where tokens have value. */
export function assertDevelopmentChain(
  chain: WalletChain,
): asserts chain is WalletChain & { rpcUrl: string } {
  if (isDevelopmentChain(chain)) return
  throw new ProviderError(
    'chainDisconnected',
    `The demo wallet is not connected to ${chain.name}, only to a development chain.`,
  )
}

export async function requestChain(
  chain: WalletChain,
  request: { method: string; params?: unknown },
): Promise<unknown> {
  assertDevelopmentChain(chain)
  const client = createWalletClient({ transport: http(chain.rpcUrl) })
  return client.request(request as never)
}

export async function sendOnChain(
  chain: WalletChain,
  account: PrivateKeyAccount,
  transaction: Pick<SendTransactionParameters, 'to' | 'value' | 'data' | 'gas'>,
): Promise<Hash> {
  assertDevelopmentChain(chain)
  const client = createWalletClient({ account, chain: viemChain(chain), transport: http(chain.rpcUrl) })
  // A misconfigured RPC address may lead to mainnet.
  if ((await client.getChainId()) !== chain.id) {
    throw new ProviderError('chainDisconnected', `What answers for ${chain.name} is another chain.`)
  }
  return client.sendTransaction(transaction as Parameters<typeof client.sendTransaction>[0])
}

function isDevelopmentChain({ id, rpcUrl }: WalletChain): boolean {
  return id !== MAINNET_ID && Boolean(rpcUrl)
}

function viemChain({ id, name, rpcUrl }: WalletChain & { rpcUrl: string }): Chain {
  return {
    id,
    name,
    nativeCurrency: NATIVE_CURRENCY,
    rpcUrls: { default: { http: [rpcUrl] } },
  }
}
