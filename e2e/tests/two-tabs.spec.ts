import { expect, type Page } from '@playwright/test'
import { shortened, test } from '../person.ts'
import type { TestWallet } from '../wallet.ts'

const bar = (tab: Page) => tab.getByRole('region', { name: 'Wallet' })

async function isSignedIn(tab: Page, wallet: TestWallet): Promise<void> {
  await expect(bar(tab)).toContainText(`Connected as ${shortened(wallet.address())}`)
  for (const name of ['Profile', 'Ask Infra', 'Staking']) {
    await expect(tab.getByRole('link', { name, exact: true })).toBeVisible()
  }
}

test('[finding W1] after declining in two tabs, signing in one signs in both @desktop', async ({
  context,
  page,
  person,
  tolerate,
  wallet,
}) => {
  tolerate(/Failed to authenticate/)
  wallet.answer.sign = 'reject'
  await page.goto('/')
  await person.pressLink()
  await expect(person.bar.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/feed')
  await expect(bar(other).getByRole('button', { name: 'Sign in' })).toBeVisible()

  wallet.answer.sign = 'approve'
  await person.bar.getByRole('button', { name: 'Sign in' }).click()
  for (const tab of [page, other]) await isSignedIn(tab, wallet)
})

test('[finding W1] an account switch with two tabs asks once; the other tab says so and follows @desktop', async ({
  context,
  page,
  person,
  wallet,
}) => {
  const refused: string[] = []
  context.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  await person.signedInBefore()
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/feed')
  const tabs = [page, other]
  for (const tab of tabs) await isSignedIn(tab, wallet)

  wallet.answer.sign = 'never'
  await wallet.switchAccount()
  const asking = page.getByText('Sign in your wallet').or(page.getByText('asking in another tab'))
  await expect(asking).toBeVisible()
  const isAsking = await page.getByText('Sign in your wallet').isVisible()
  const [first, second] = isAsking ? tabs : tabs.toReversed()
  await expect(bar(first!)).toContainText('Sign in your wallet')
  await expect(bar(second!)).toContainText('Your wallet is asking in another tab')
  await expect.poll(() => wallet.signed).toHaveLength(1)

  await bar(first!).getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(second!).getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(wallet.signed).toHaveLength(1)

  wallet.answer.sign = 'approve'
  await bar(second!).getByRole('button', { name: 'Sign in' }).click()
  for (const tab of tabs) await isSignedIn(tab, wallet)
  expect(wallet.signed).toHaveLength(2)
  expect(refused).toEqual([])
})
