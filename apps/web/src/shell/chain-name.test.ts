import { expect, test } from 'vitest'
import type { Configuration } from '../bootstrap/configuration.ts'
import { chainName } from './chain-name.ts'

const mainnet = { id: 1, name: 'Ethereum', rpcUrl: null }
const devnet = { id: 31_337, name: 'Infra devnet', rpcUrl: null }

type Chains = NonNullable<Configuration['wallet']>['chains']

const nameIn = (chains: Chains, stakingOn?: number) =>
  chainName({
    apiPrefix: '/api',
    wallet: { chains, projectId: null, demo: false },
    staking: stakingOn ? { chainId: stakingOn, token: '0x', contract: '0x', faucet: false } : null,
  })

test('the chain is Ethereum mainnet, unless the contracts are on another configured chain', () => {
  expect(chainName({ apiPrefix: '/api' })).toBe('Ethereum mainnet')
  expect(nameIn([mainnet])).toBe('Ethereum mainnet')
  expect(nameIn([mainnet], 1)).toBe('Ethereum mainnet')
  expect(nameIn([mainnet, devnet])).toBe('Ethereum mainnet')
  expect(nameIn([mainnet, devnet], 31_337)).toBe('Infra devnet')
  expect(nameIn([mainnet], 31_337)).toBe('Ethereum mainnet')
})
