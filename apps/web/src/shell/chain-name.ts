import type { Configuration } from '../bootstrap/configuration.ts'

const MAINNET_ID = 1

/** The chain of the network's own contracts: Ethereum mainnet, unless they are configured elsewhere. */
export function chainName({ wallet, staking }: Configuration): string {
  const elsewhere = wallet?.chains.find(({ id }) => id === staking?.chainId && id !== MAINNET_ID)
  return elsewhere?.name ?? 'Ethereum mainnet'
}
