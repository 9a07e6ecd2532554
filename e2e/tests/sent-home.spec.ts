import { expect } from '@playwright/test'
import { test } from '../person.ts'
import { violations } from '../violations.ts'

test('[finding U8] a visitor sent home from a guarded screen reads why, and gets there after signing in @desktop', async ({
  page,
  person,
}) => {
  await page.goto('/staking')
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByText('Link a wallet to open Staking. You’ll go straight there.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await person.signIn()
  await expect(page).toHaveURL((url) => url.pathname === '/staking')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staking')
})

test('[finding U8] Home says that an address is unknown, but no longer after another screen was opened @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 404/)
  await page.goto('/stakin')
  const words = page.getByText('There’s no page at /stakin.')
  await expect(words).toBeVisible()
  await page.getByRole('link', { name: 'Apps', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Apps')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(words).toBeHidden()
})
