import { expect } from '@playwright/test'
import { expectToFitAnyWindow } from '../fits-window.ts'
import { makeJob } from '../network.ts'
import { test } from '../served.ts'
import { violations } from '../violations.ts'

test('[finding U13] a name in the feed opens that person’s public results, and Back returns to the feed', async ({
  page,
  stranger,
}) => {
  const shown = await makeJob(stranger, 'cut-out')
  const kept = await makeJob(stranger, 'vectorise', { visibility: 'private' })
  await page.goto('/feed?app=cut-out')
  const card = page.getByRole('article').filter({ has: page.locator(`[data-job="${shown.id}"]`) })
  await card.getByRole('link', { name: shown.user!.shortAddress, exact: true }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('user') === shown.user!.id)
  const person = page.getByRole('dialog', { name: shown.user!.shortAddress })
  const gallery = person.getByRole('region', { name: 'Public results' })
  await expect(gallery.locator(`[data-job="${shown.id}"]`)).toBeVisible()
  await expect(gallery.locator(`[data-job="${kept.id}"]`)).toBeHidden()
  expect(await violations(page)).toEqual([])

  await gallery.locator(`[data-job="${shown.id}"]`).click()
  await expect(page.getByRole('dialog', { name: 'Cut-out' })).toBeVisible()
  await page.goBack()
  await expect(gallery).toBeVisible()
  await page.goBack()
  await expect(person).toBeHidden()
  await expect(page).toHaveURL((url) => url.pathname === '/feed' && url.search === '?app=cut-out')

  await page.goto(`/?user=${shown.user!.id}`)
  await expect(gallery.locator(`[data-job="${shown.id}"]`)).toBeVisible()
  await expectToFitAnyWindow(page)
})
