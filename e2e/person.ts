import { expect, type Page } from '@playwright/test'
import { test as base } from './browser.ts'
import { moderatorKey, signInSomeone } from './network.ts'
import { installWallet, type TestWallet, WALLET_ID } from './wallet.ts'

/** A person with a wallet in the browser, at the product itself. */
export const test = base.extend<{ isModerator: boolean; wallet: TestWallet; person: Person }>({
  /** Whether the person is a moderator. */
  isModerator: [false, { option: true }],
  wallet: async ({ context, isModerator }, use) => {
    await use(await installWallet(context, isModerator ? { key: moderatorKey() } : {}))
  },
  person: async ({ page, wallet }, use) => {
    await use(createPerson(page, wallet))
  },
})

export type Person = ReturnType<typeof createPerson>

function createPerson(page: Page, wallet: TestWallet) {
  const bar = page.getByRole('region', { name: 'Wallet' })
  return {
    bar,
    dialog: page.getByTestId('ConnectWallet'),
    /** The only click: after it, the wallet, which is the only one, takes over. */
    async pressLink() {
      await page.getByRole('button', { name: 'Link', exact: true }).first().click()
    },
    /** Opens the connect modal and leaves it open, with a wallet that doesn't respond. */
    async openModal() {
      wallet.answer.connect = 'never'
      await this.pressLink()
      await expect(this.dialog).toContainText('Waiting for Test wallet')
    },
    async chooseWallet(name = 'Test wallet') {
      await this.dialog.getByRole('button', { name }).click()
    },
    /** Makes the person one who signed in earlier, for tests of what comes after that. */
    async signedInBefore() {
      const userAgent = await page.evaluate(() => navigator.userAgent)
      const { tokens } = await signInSomeone(wallet.linkedBefore(), userAgent)
      // A page without our content, for the storage that all pages share.
      await page.route('**/blank', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
      )
      await page.goto('/blank')
      await page.unroute('**/blank')
      await page.evaluate(
        ([id, kept]) => {
          localStorage.setItem('infra.wallet', id)
          localStorage.setItem('infra.tokens', kept)
        },
        [WALLET_ID, JSON.stringify({ ...tokens, behindMs: 0 })] as const,
      )
    },
    /** From a visitor to a signed-in user, as people do it. */
    async signIn() {
      await this.pressLink()
      await this.isSignedIn()
    },
    async isSignedIn() {
      await expect(bar).toContainText(`Connected as ${shortened(wallet.address())}`)
      // Shown once the user is loaded.
      await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
    },
    async isVisitor() {
      await expect(bar).toBeHidden()
      await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeHidden()
    },
    kept: () => page.evaluate(() => localStorage.getItem('infra.tokens')),
  }
}

export function shortened(address: string): string {
  return `${address.slice(0, 5)}...${address.slice(-4)}`
}
