import { expect } from '@playwright/test'
import { test } from '../person.ts'
import { violations } from '../violations.ts'

test('a newcomer without a wallet signs in with the demo wallet', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Link', exact: true }).first().click()
  await expect(page.getByTestId('ConnectWallet')).toContainText('Choose the wallet')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  await page
    .getByRole('dialog', { name: 'Link the demo wallet?' })
    .getByRole('button', { name: 'Approve' })
    .click()

  const sheet = page.getByRole('dialog').filter({ hasText: 'Welcome! To ensure your security' })
  await expect(sheet).toBeVisible()
  expect(await violations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the demo wallet can reject linking and signing @desktop', async ({ page, tolerate }) => {
  tolerate(/Failed to authenticate/)
  await page.goto('/')
  await page.getByRole('button', { name: 'Link', exact: true }).first().click()
  await page.getByRole('button', { name: 'Demo wallet' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByTestId('ConnectWallet')).toContainText('You declined the request in Demo wallet')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('You did not sign the message.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('a person with their own wallet can cancel and choose the demo wallet @desktop', async ({
  page,
  person,
}) => {
  await page.goto('/')
  await person.openModal()
  await person.dialog.getByRole('button', { name: 'Cancel' }).click()
  await person.chooseWallet('Demo wallet')
  await page
    .getByRole('dialog', { name: 'Link the demo wallet?' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await page
    .getByRole('dialog', { name: 'Sign this message?' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
})
