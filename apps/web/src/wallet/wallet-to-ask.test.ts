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
  ['one that announced itself', [fox], fox],
  ['one that only fills window.ethereum', [browser], browser],
  ['two', [fox, badger], undefined],
  ['WalletConnect alone', [phone], undefined],
  ['one, or WalletConnect', [fox, phone], undefined],
  ['the demo wallet alone', [demo], undefined],
  ['the demo wallet, or WalletConnect', [demo, phone], undefined],
  ['one beside the demo wallet', [fox, demo], fox],
  ['one beside the demo wallet, which was found first', [demo, browser], browser],
  ['two beside the demo wallet', [fox, badger, demo], undefined],
  ['one beside the demo wallet, or WalletConnect', [fox, demo, phone], undefined],
])('chooses the wallet to ask, with %s', (_found, options, asked) => {
  expect(walletToAsk({ ...beginning, options })).toBe(asked)
})

test.each([
  ['a wallet is linked, if on a wrong network', { connected: true }],
  ['the wallet of last time is coming back', { returning: true }],
  ['the modal is open', { connecting: true }],
  ['a wallet is awaited', { attempt: { phase: 'waiting', wallet: fox } }],
  ['a failure has to be read', { attempt: { phase: 'failed', wallet: fox, problem: 'rejected' } }],
  [
    'a switch of network is offered',
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
