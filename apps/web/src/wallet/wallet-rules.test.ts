import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { type LinkedWallet, type Snapshot, type Step, transition } from './wallet-rules.ts'

const alice: Address = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const bob: Address = '0x00000000000000000000000000000000000000B0'
const nobody: Snapshot = { connected: false }
const MAINNET = 1
const DEVNET = 31337
const ELSEWHERE = 137

function on(address: Address, chainId: number): LinkedWallet {
  return { connected: true, walletId: 'io.fox', walletName: 'Fox', address, chainId }
}

const chains = [
  { id: MAINNET, name: 'Ethereum' },
  { id: DEVNET, name: 'Infra devnet' },
] as const

function describeSteps(steps: Step[]): string[] {
  return steps.map((step) => ('effect' in step ? `(${step.effect})` : `${step.event} ${detailOf(step)}`))
}

function detailOf(step: Exclude<Step, { effect: string }>): string {
  const { address, chainId } = step.detail as { address?: Address; chainId?: number }
  const who = address === alice ? 'alice' : address === bob ? 'bob' : ''
  return [who, chainId].filter(Boolean).join('@')
}

const disconnectWallet = '(disconnect_wallet)'

/** [row, before, after, with both switches off, with reconnectToChain, with disconnectUnknownChain, with both] */
const table: [string, Snapshot, Snapshot, string[], string[], string[], string[]][] = [
  ['[R-WAL-8] no wallet connects', nobody, nobody, [], [], [], []],
  ['[R-WAL-8] a wallet connects', nobody, on(alice, MAINNET), ...all(['connected alice@1'])],
  [
    '[R-WAL-8] a wallet connects on the second chain',
    nobody,
    on(alice, DEVNET),
    ...all(['connected alice@31337']),
  ],
  ['[R-WAL-9] the wallet stays connected', on(alice, MAINNET), on(alice, MAINNET), [], [], [], []],
  ['[R-WAL-9] the wallet disconnects', on(alice, MAINNET), nobody, ...all(['disconnect alice'])],
  [
    '[R-WAL-9] the account changes',
    on(alice, MAINNET),
    on(bob, MAINNET),
    ...all(['disconnect alice', 'connected bob@1']),
  ],
  [
    '[R-WAL-10] the chain changes',
    on(alice, MAINNET),
    on(alice, DEVNET),
    ['chain_switched 31337'],
    ['disconnect alice', 'connected alice@31337'],
    ['chain_switched 31337'],
    ['disconnect alice', 'connected alice@31337'],
  ],
  [
    '[R-WAL-9] [R-WAL-10] account and chain change at once',
    on(alice, MAINNET),
    on(bob, DEVNET),
    ...all(['disconnect alice', 'connected bob@31337']),
  ],
  [
    '[R-WAL-11] a wallet connects on an unknown chain',
    nobody,
    on(alice, ELSEWHERE),
    ['connected alice@137'],
    ['connected alice@137'],
    [disconnectWallet, 'unknown_chain 137'],
    [disconnectWallet, 'unknown_chain 137'],
  ],
  [
    '[R-WAL-11] the chain changes to an unknown one',
    on(alice, MAINNET),
    on(alice, ELSEWHERE),
    ['chain_switched 137'],
    ['disconnect alice', 'connected alice@137'],
    [disconnectWallet, 'disconnect alice', 'unknown_chain 137'],
    [disconnectWallet, 'disconnect alice', 'unknown_chain 137'],
  ],
  [
    '[R-WAL-11] account and chain change at once, the chain to an unknown one',
    on(alice, MAINNET),
    on(bob, ELSEWHERE),
    ['disconnect alice', 'connected bob@137'],
    ['disconnect alice', 'connected bob@137'],
    [disconnectWallet, 'disconnect alice', 'unknown_chain 137'],
    [disconnectWallet, 'disconnect alice', 'unknown_chain 137'],
  ],
]

function all(steps: string[]): [string[], string[], string[], string[]] {
  return [steps, steps, steps, steps]
}

const cases = table.flatMap(([row, before, after, ...expected]) =>
  expected.map((steps, index) => ({
    ...{ row, before, after, steps },
    reconnectToChain: index % 2 === 1,
    disconnectUnknownChain: index > 1,
  })),
)

test.each(cases)(
  '$row; reconnectToChain $reconnectToChain, disconnectUnknownChain $disconnectUnknownChain: $steps',
  ({ before, after, steps, ...switches }) => {
    expect(describeSteps(transition(before, after, { chains, ...switches }).steps)).toEqual(steps)
  },
)

test('[R-WAL-11] after an unknown chain the wallet counts as disconnected, so that returning fires connected', () => {
  const rules = { chains, disconnectUnknownChain: true, reconnectToChain: false }
  const { accepted } = transition(on(alice, MAINNET), on(alice, ELSEWHERE), rules)
  expect(accepted).toEqual({ connected: false })
  expect(describeSteps(transition(accepted, on(alice, MAINNET), rules).steps)).toEqual(['connected alice@1'])
})

test('[R-WAL-9] the same address in another case is the same account', () => {
  const rules = { chains, disconnectUnknownChain: true, reconnectToChain: false }
  const lower = alice.toLowerCase() as Address
  expect(transition(on(alice, MAINNET), on(lower, MAINNET), rules).steps).toEqual([])
})
