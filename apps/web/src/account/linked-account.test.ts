import { expect, test, vi } from 'vitest'
import type { Store } from '../store/store.ts'
import { type AccountState, visitor } from './account.ts'
import { createLinkedAccount } from './linked-account.ts'

const wallet = vi.hoisted(() => ({ openModal: vi.fn() }))

vi.mock('./wallets.tsx', () => ({
  startWallets: async (account: Store<AccountState>) => {
    // Like a session when the wallet announces itself before its modal is open.
    account.set({ ...visitor })
    wallet.openModal.mockImplementation(() => {
      account.set({ ...visitor })
      account.set({ ...visitor, connecting: true })
    })
    return { wallet, session: {} }
  },
}))

test('[R-WAL-1] pressing Link sets connecting, even if the wallet changes before its modal is open', async () => {
  const account = createLinkedAccount()
  const seen: boolean[] = []
  account.subscribe(() => seen.push(account.getState().connecting))
  account.link()
  await vi.waitFor(() => expect(wallet.openModal).toHaveBeenCalled())
  expect(seen).not.toContain(false)
  expect(account.getState().connecting).toBe(true)
})
