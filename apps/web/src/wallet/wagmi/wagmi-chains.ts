import type { CreateConnectorFn } from '@wagmi/core'
import { type Chain, custom, http, type Transport } from 'viem'
import { NATIVE_CURRENCY } from '../native-currency.ts'
import type { WalletChain } from '../wallet-configuration.ts'
import { WalletError } from '../wallet-error.ts'

type Connector = ReturnType<CreateConnectorFn>

export function wagmiChains([first, ...rest]: readonly [WalletChain, ...WalletChain[]]): [Chain, ...Chain[]] {
  return [wagmiChain(first), ...rest.map(wagmiChain)]
}

/** Where each chain is read: at its RPC address if it has one, else through the linked wallet. */
export function wagmiTransports(
  chains: readonly WalletChain[],
  findConnector: () => Connector | undefined,
): Record<number, Transport> {
  return Object.fromEntries(
    chains.map((chain) => [
      chain.id,
      chain.rpcUrl ? http(chain.rpcUrl) : throughWallet(chain, findConnector),
    ]),
  )
}

function wagmiChain({ id, name, rpcUrl }: WalletChain): Chain {
  return {
    id,
    name,
    nativeCurrency: NATIVE_CURRENCY,
    rpcUrls: { default: { http: rpcUrl ? [rpcUrl] : [] } },
  }
}

function throughWallet({ id, name }: WalletChain, findConnector: () => Connector | undefined): Transport {
  return custom(
    {
      async request(request: { method: string; params?: unknown }) {
        const connector = findConnector()
        if (!connector) throw new WalletError('not_connected', `Link a wallet to read ${name}.`)
        // A wallet on another chain would answer for that chain, and the answer would look right.
        if ((await connector.getChainId()) !== id) {
          throw new WalletError('wrong_chain', `Switch your wallet to ${name} to read it.`)
        }
        const provider = (await connector.getProvider()) as {
          request(asked: typeof request): Promise<unknown>
        }
        return provider.request(request)
      },
    },
    { retryCount: 0 },
  )
}
