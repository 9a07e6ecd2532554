import { type Config, type Connector, injected, switchChain } from '@wagmi/core'
import { numberToHex } from 'viem'
import type { WalletChain } from '../wallet-configuration.ts'
import { problemOf, WalletError } from '../wallet-error.ts'
import { addChainRequest } from './add-chain-request.ts'

interface Provider {
  request(asked: { method: string; params: readonly unknown[] }): Promise<unknown>
}

/**
 * Asks the wallet to switch, and to add the chain if it refuses. wagmi adds it only after error 4902 and takes every failure to
 * add for a user who declined; wallets also use 4901 and other codes.
 */
export async function moveToChain(config: Config, connector: Connector, chain: WalletChain): Promise<void> {
  const { id: chainId, name } = chain
  const request = addChainRequest(chain, window.location.origin)
  if (!request || connector.type !== injected.type) {
    await switchChain(config, { connector, chainId })
    return
  }
  const provider = (await connector.getProvider()) as Provider
  const change = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(chainId) }] })
  const isThere = async () => (await connector.getChainId()) === chainId
  try {
    await change()
  } catch (error) {
    throwIfAnswered(error)
    try {
      await provider.request({ method: 'wallet_addEthereumChain', params: [request] })
      if (!(await isThere())) await change()
    } catch (refused) {
      throwIfAnswered(refused)
      throw new WalletError('wrong_chain', `${connector.name} could not add ${name}.`, { cause: refused })
    }
  }
  if (!(await isThere()))
    throw new WalletError('wrong_chain', `${connector.name} stayed on another network than ${name}.`)
  // Some wallets switch without firing an event.
  connector.emitter.emit('change', { chainId })
}

/** The user declined, or has a request open: ask nothing else. */
function throwIfAnswered(error: unknown): void {
  if (['rejected', 'pending'].includes(problemOf(error))) throw error
}
