import { expect, type Page } from '@playwright/test'
import { test as base } from './browser.ts'
import { installWallet, type TestWallet } from './wallet.ts'

/** A person with a wallet in the browser, at the product itself. */
export const test = base.extend<{ wallet: TestWallet; person: Person }>({
  wallet: async ({ context }, use) => {
    await use(await installWallet(context))
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
    /** Opens the connect modal from wherever the screen offers it. */
    async openModal() {
      await page.getByRole('button', { name: 'Link', exact: true }).first().click()
      await expect(page.getByTestId('ConnectWallet')).toBeVisible()
    },
    async chooseWallet(name = 'Test wallet') {
      await page.getByRole('button', { name }).click()
    },
    /** From a visitor to whoever is signed in, as people do it. */
    async signIn() {
      await this.openModal()
      await this.chooseWallet()
      await this.isSignedIn()
    },
    async isSignedIn() {
      await expect(bar).toContainText(`Connected as ${shortened(wallet.address())}`)
      // There once the user is loaded.
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
