import { afterEach, beforeEach, vi } from 'vitest'
import { createWallet, type Wallet } from '../create-wallet.ts'
import { createWagmiPort } from '../wagmi/wagmi-port.ts'
import { defaultWalletConfiguration, type WalletConfiguration } from '../wallet-configuration.ts'
import type { WalletEvents } from '../wallet-events.ts'
import { createFakeWallet, type FakeWallet } from './announce-wallet.ts'

export const devnet = { id: 31337, name: 'Infra devnet', rpcUrl: 'http://127.0.0.1:8545' }

const events = ['connected', 'disconnect', 'chain_switched', 'unknown_chain', 'modal_state_changed'] as const

export interface WalletUnderTest {
  wallet: Wallet
  /** Everything that was fired, in order. */
  fired: [keyof WalletEvents, unknown][]
  screen: string[]
  logged: string[]
}

/** The whole wallet module on the real wagmi, with fake wallets. */
export function setUpWallets() {
  const ends: (() => void)[] = []
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
  })
  afterEach(() => {
    for (const end of ends.splice(0)) end()
    vi.useRealTimers()
  })

  function announced(facts?: Parameters<typeof createFakeWallet>[0]): FakeWallet {
    const fake = createFakeWallet(facts)
    fake.announce()
    ends.push(fake.withdraw)
    return fake
  }

  function opened(changes: Partial<WalletConfiguration> = {}): WalletUnderTest {
    const configuration = { ...defaultWalletConfiguration, ...changes }
    const staged = { fired: [] as WalletUnderTest['fired'], screen: [] as string[], logged: [] as string[] }
    const wallet = createWallet(configuration, createWagmiPort(configuration), {
      screenAwake: { turnOn: () => staged.screen.push('on'), turnOff: () => staged.screen.push('off') },
      log: (message) => staged.logged.push(message),
    })
    for (const event of events) wallet.on(event, (detail) => staged.fired.push([event, detail]))
    ends.push(wallet.stop)
    return { ...staged, wallet }
  }

  /** With a person who has already linked, and no events recorded yet. */
  async function linked(changes?: Partial<WalletConfiguration>, facts?: Parameters<typeof announced>[0]) {
    const fake = announced(facts)
    const staged = opened(changes)
    await staged.wallet.connect('io.fox')
    await quiet()
    staged.fired.splice(0)
    return { fake, ...staged }
  }

  return { announced, opened, linked }
}

/** Longer than the debouncing of changes. */
export async function quiet(): Promise<void> {
  await vi.advanceTimersByTimeAsync(200)
}
