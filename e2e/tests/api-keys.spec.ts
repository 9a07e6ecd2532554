import { expect } from '@playwright/test'
import { test } from '../person.ts'
import { violations } from '../violations.ts'

test('a person makes an API key with a daily limit, which works until it is revoked', async ({
  page,
  person,
  request,
}) => {
  await person.signedInBefore()
  // A person's clock may be a minute or two ahead, which must not make the longest validity too long.
  await page.clock.install({ time: Date.now() + 60_000 })
  await page.goto('/profile/keys')
  await page.getByRole('link', { name: 'How programs use a key' }).click()
  await expect(page).toHaveURL('/developers')
  await page.goBack()
  await page.getByRole('button', { name: 'Make a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a key' })
  await dialog.getByLabel('Name').fill('nightly script')
  await dialog.getByLabel('Credits per day').fill('30')
  await dialog.getByLabel('Credits in all').fill('')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Make key' }).click()

  const shown = page.getByRole('status').filter({ hasText: 'shown only this once' })
  const secret = await shown.locator('code').innerText()
  const fetchKey = () => request.get('/api/key', { headers: { authorization: `Bearer ${secret}` } })
  expect(await (await fetchKey()).json()).toMatchObject({
    name: 'nightly script',
    creditsPerDay: 30,
    creditsTotal: null,
    scopes: ['read', 'order'],
  })
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toBeHidden()

  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'nightly script' })
  await expect(row).toContainText('Spent today: 0 of 30 credits.')
  await expect(row).toContainText('Last used')
  expect(await violations(page)).toEqual([])
  await row.getByRole('button', { name: 'Revoke nightly script' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row).toContainText('revoked')
  expect((await fetchKey()).status()).toBe(401)
})

test('a key with more than a session can grant needs the wallet’s signature @desktop', async ({
  page,
  person,
  wallet,
}) => {
  await person.signedInBefore()
  await page.goto('/profile/keys')
  const dialog = page.getByRole('dialog', { name: 'Make a key' })
  const fillIn = async (name: string) => {
    await page.getByRole('button', { name: 'Make a key' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Credits per day').fill('300')
    await dialog.getByRole('button', { name: 'Make key' }).click()
  }
  await fillIn('first')
  await page.getByRole('button', { name: 'Done' }).click()
  expect(wallet.asked).not.toContain('eth_signTypedData_v4')

  // Together with the first it would be 600 per day.
  wallet.answer.sign = 'reject'
  await fillIn('second')
  await expect(dialog.getByRole('alert')).toContainText('You declined in your wallet, so there’s no key.')
  wallet.answer.sign = 'approve'
  await dialog.getByRole('button', { name: 'Make key' }).click()
  await expect(page.getByText('shown only this once')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'second' })).toContainText('0 of 300 credits')
})
