import type { Configuration } from '../configuration.ts'

const MAINNET_ID = 1

/** Where the network's own contracts are; Ethereum mainnet, unless they are elsewhere. */
export function chainName({ wallet, staking }: Configuration): string {
  const chain = wallet?.chains.find(({ id }) => id === staking?.chainId)
  return !chain || chain.id === MAINNET_ID ? 'Ethereum mainnet' : chain.name
}
