import { expect, test } from 'vitest'
import { defaultWalletConfiguration } from '../wallet-configuration.ts'
import { wagmiChains } from './wagmi-chains.ts'

test('[R-PRO-1] [R-WAL-5] by default the only chain is Ethereum mainnet, whose native currency has 18 decimals', () => {
  expect(wagmiChains(defaultWalletConfiguration.chains)).toMatchObject([
    { id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
  ])
})
