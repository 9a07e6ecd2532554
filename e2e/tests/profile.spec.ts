import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { test } from '../person.ts'
import { violations } from '../violations.ts'

test.beforeEach(async ({ page, person }) => {
  await page.goto('/')
  await person.signIn()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Who you are' })).toBeVisible()
})

test('[R-API-3] a person takes a name and a bio, and finds them again', async ({ page }) => {
  const name = `Fern ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Bio').fill('Grows ferns.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByLabel('Bio')).toHaveValue('Grows ferns.')
})

test('a name that is not allowed is refused at its field', async ({ page }) => {
  await page.getByLabel('Name').fill('0xdeadbeef')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name may not look like an address.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
})

test('sessions are listed, and all end at once', async ({ page, person }) => {
  await expect(page.getByRole('listitem').filter({ hasText: 'this one' })).toContainText('Chrome on Linux')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await person.isVisitor()
})

test('everything kept can be exported as a file', async ({ page, wallet }) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(data).toMatchObject({ account: { id: wallet.address() }, sessions: [{ current: true }] })
})

test('an account is deleted only after asking, and is a newcomer’s when it comes back', async ({
  page,
  person,
}) => {
  await page.getByLabel('Bio').fill('Soon gone.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await person.isVisitor()

  await person.signIn()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByLabel('Bio')).toHaveValue('')
})

test('axe finds nothing serious', async ({ page }) => {
  expect(await violations(page)).toEqual([])
})
