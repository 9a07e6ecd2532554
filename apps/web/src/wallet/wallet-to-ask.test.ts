import { expect, test } from 'vitest'
import type { WalletOption } from './wallet-port.ts'
import { walletToAsk } from './wallet-to-ask.ts'

const fox: WalletOption = { id: 'io.fox', name: 'Fox', kind: 'announced' }
const badger: WalletOption = { id: 'io.badger', name: 'Badger', kind: 'announced' }
const browser: WalletOption = { id: 'injected', name: 'Browser wallet', kind: 'injected' }
const phone: WalletOption = { id: 'walletConnect', name: 'WalletConnect', kind: 'walletconnect' }
const demo: WalletOption = { id: 'network.infra.demo', name: 'Demo wallet', kind: 'demo' }

const beginning = {
  connected: false,
  returning: false,
  connecting: false,
  attempt: { phase: 'choosing' },
} as const

test.each<[string, WalletOption[], WalletOption | undefined]>([
  ['no wallet', [], undefined],
  ['an announced wallet', [fox], fox],
  ['a wallet that only sets window.ethereum', [browser], browser],
  ['two wallets', [fox, badger], undefined],
  ['WalletConnect alone', [phone], undefined],
  ['a wallet and WalletConnect', [fox, phone], undefined],
  ['the demo wallet alone', [demo], undefined],
  ['the demo wallet and WalletConnect', [demo, phone], undefined],
  ['a wallet and the demo wallet', [fox, demo], fox],
  ['the demo wallet before another one', [demo, browser], browser],
  ['two wallets and the demo wallet', [fox, badger, demo], undefined],
  ['a wallet, the demo wallet and WalletConnect', [fox, demo, phone], undefined],
])('chooses the wallet to ask, with %s', (_found, options, asked) => {
  expect(walletToAsk({ ...beginning, options })).toBe(asked)
})

test.each([
  ['a wallet is linked, even on a wrong network', { connected: true }],
  ['the previous wallet is reconnecting', { returning: true }],
  ['the modal is open', { connecting: true }],
  ['a request to a wallet is pending', { attempt: { phase: 'waiting', wallet: fox } }],
  ['a failure is shown', { attempt: { phase: 'failed', wallet: fox, problem: 'rejected' } }],
  [
    'a network switch is offered',
    {
      attempt: {
        phase: 'wrong_chain',
        wallet: fox,
        chain: { id: 137, name: 'Unsupported', supported: false },
      },
    },
  ],
] as const)('no wallet is asked while %s', (_why, change) => {
  expect(walletToAsk({ ...beginning, options: [fox], ...change })).toBeUndefined()
})
