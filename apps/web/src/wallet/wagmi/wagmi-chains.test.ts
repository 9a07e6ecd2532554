import { expect, test } from 'vitest'
import { defaultWalletConfiguration } from '../wallet-configuration.ts'
import { wagmiChains } from './wagmi-chains.ts'

test('[R-PRO-1] [R-WAL-5] Ethereum mainnet alone, whose native currency has 18 decimals', () => {
  expect(
    wagmiChains(defaultWalletConfiguration.chains).map(({ id, nativeCurrency }) => [
      id,
      nativeCurrency.symbol,
      nativeCurrency.decimals,
    ]),
  ).toEqual([[1, 'ETH', 18]])
})
