import { expect, type Locator } from '@playwright/test'
import { test } from '../person.ts'

test('[finding W5] the words after a declined signature leave the Sign in button free', async ({
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

test('[finding W6] room for the scrollbar is kept on every screen, so a modal moves nothing @desktop', async ({
  page,
}) => {
  await page.goto('/feedback')
  const gutter = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter)
  expect(await gutter()).toBe('stable')
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not to be seen.')
  return box
}
