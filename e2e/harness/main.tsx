import { createLinkedAccount } from '@infra/web/linked-account'
import { openModal } from '@infra/web/modals'
import { mount } from '@infra/web/mount'
import { toast } from '@infra/web/toast'
import type { Wallet } from '@infra/web/wallet'
import { defaultWalletConfiguration, type WalletConfiguration } from '@infra/web/wallet-configuration'
import { createScriptedAccount } from './scripted-account.ts'

const walletEvents: string[] = []

/** The real account, recording its wallet's events in order. */
function createRecordedAccount() {
  return createLinkedAccount(record)
}

function record(wallet: Wallet): void {
  for (const event of ['connected', 'disconnect', 'chain_switched', 'unknown_chain'] as const) {
    wallet.on(event, () => walletEvents.push(event))
  }
  wallet.on('modal_state_changed', ({ open }) => walletEvents.push(open ? 'modal opened' : 'modal closed'))
}

/** A wallet as the product loads it, with the configuration that a test asks for. */
async function startWallet(change: Partial<WalletConfiguration>) {
  const { loadWallet } = await import('@infra/web/load-wallet')
  const wallet = await loadWallet({ ...defaultWalletConfiguration, ...change })
  record(wallet)
  Object.assign(window, { wallet })
}

const account = sessionStorage.getItem('linked-account') ? createRecordedAccount() : createScriptedAccount()

// What a test controls, including what screens do with the shell; typed in `../browser.ts`.
Object.assign(window, {
  scriptedAccount: account,
  walletEvents,
  startWallet,
  shell: { toast, openModal },
})

mount(document.getElementById('root')!, { account })
