import { expect, type Page } from '@playwright/test'
import { test as base } from './browser.ts'

/** A person with the demo wallet, signed in, at the staking screen of the product. */
export const test = base.extend<{ staker: Staker }>({
  staker: async ({ page }, use) => {
    await use(createStaker(page))
  },
})

export type Staker = ReturnType<typeof createStaker>

function createStaker(page: Page) {
  const mine = page.getByRole('region', { name: 'My stake' })
  return {
    transactions: page.getByRole('region', { name: 'Transactions' }),
    /** The text of a figure, by its name. */
    figure: (name: string) =>
      mine.locator('div', { has: page.getByText(name, { exact: true }) }).locator('dd'),
    async signIn() {
      await page.goto('/')
      await page.getByRole('button', { name: 'Link', exact: true }).first().click()
      await page.getByRole('button', { name: 'Demo wallet' }).click()
      await this.agree('Link the demo wallet?')
      await this.agree('Sign this message?')
      await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
    },
    /** Signed in, at the screen, with ether and 20,000 tokens. */
    async arrive() {
      await this.signIn()
      await page.goto('/staking')
      await page.getByRole('button', { name: 'Get devnet ether and tokens' }).click()
      await expect(page.getByText('Ether and tokens have arrived.')).toBeVisible()
      await expect(this.figure('In your wallet')).toContainText('20,000')
    },
    /** Confirms the demo wallet's question. */
    async agree(question: string) {
      await page
        .getByRole('dialog', { name: question })
        .getByRole('button', { name: 'Approve', exact: true })
        .click()
    },
    async refuse(question: string) {
      await page.getByRole('dialog', { name: question }).getByRole('button', { name: 'Reject' }).click()
    },
    async choose(way: 'Stake' | 'Withdraw') {
      await page.getByText(way, { exact: true }).and(page.locator('label')).click()
    },
    /** Types an amount and presses the button of the selected action. */
    async order(amount: string, button: 'Stake' | 'Withdraw' = 'Stake') {
      await page.getByLabel('Amount in INFRA').fill(amount)
      await page.getByRole('button', { name: button, exact: true }).click()
    },
    async isDone(title: string | RegExp) {
      const row = this.transactions.getByRole('listitem').filter({ hasText: title })
      await expect(row.getByText('Done.', { exact: true })).toBeVisible()
    },
  }
}
