import { expect, type Locator } from '@playwright/test'
import { test } from '../person.ts'

test('[finding W5] the toast after a declined signature does not cover the Sign in button', async ({
  page,
  person,
  tolerate,
  wallet,
}) => {
  tolerate(/Failed to authenticate/)
  wallet.answer.sign = 'reject'
  await page.goto('/')
  await person.pressLink()
  const toast = page.getByRole('alert')
  await expect(toast).toContainText('Sign in whenever you are ready.')
  const words = await boxOf(toast)
  const button = await boxOf(person.bar.getByRole('button', { name: 'Sign in' }))
  expect(words.y).toBeGreaterThanOrEqual(button.y + button.height)
})

test('[finding W6] opening a modal does not move the page @desktop', async ({ page }) => {
  await page.goto('/feedback')
  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: 'Link', exact: true }).first().hover()
  const before = await boxOf(heading)
  await page.getByRole('button', { name: 'Link', exact: true }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await boxOf(heading)).toEqual(before)
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not to be seen.')
  return box
}
