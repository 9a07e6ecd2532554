import { expect } from '@playwright/test'
import { loaded, test } from '../browser.ts'
import { violations } from '../violations.ts'

test('axe finds nothing serious for a visitor on Home, with the wallet modal open', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('axe finds nothing serious with the chat panel, toasts and the banner shown', async ({
  harness,
  page,
}) => {
  // A toast would be gone before axe has checked it.
  await page.addInitScript((toastMs) => {
    const later = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => (ms === toastMs ? 0 : later(run, ms)),
    })
  }, 3000)
  await harness.open('/feed', loaded)
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.evaluate(() => {
    window.shell.toast('failure', 'It broke.')
    window.shell.toast('notice', 'It works.')
  })
  await expect(page.getByText('It works.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('axe finds nothing serious in a form with problems', async ({ page }) => {
  await page.goto('/feedback')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Title must have at least 4 characters.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
