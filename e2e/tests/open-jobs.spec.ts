import { submitJob } from '@infra/protocol/jobs'
import { expect, type Page } from '@playwright/test'
import { startHandNode } from '../network.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

test.beforeEach(async ({ person }) => {
  await person.signedInBefore()
})

/** The one that is visible at this size: in the sidebar, or above the bar. */
const tray = (page: Page) => page.getByRole('region', { name: 'Open jobs' }).filter({ visible: true })
const order = async (page: Page, text: string) =>
  (await callOf(page)).call(submitJob, { body: { appId: 'echo', input: { text }, visibility: 'private' } })

test('[finding U5] every screen shows the open jobs with their progress, where they are opened and cancelled', async ({
  page,
  hasTouch,
}) => {
  const node = await startHandNode({ apps: ['echo'], name: 'Echo chamber' })
  const [first, second] = [await order(page, 'one'), await order(page, 'two')]
  const assignment = await node.claim(first.id)
  await node.beat(assignment, 0.4, 'Listening to itself')
  for (const path of ['/', '/feed', '/apps', '/nodes', '/devlog', '/feedback', '/profile', '/chat']) {
    await page.goto(path)
    await expect(tray(page)).toContainText('2 open jobs')
  }
  if (hasTouch)
    await tray(page)
      .getByRole('button', { name: /open jobs/ })
      .tap()
  await expect(tray(page).getByRole('listitem')).toHaveCount(2)
  await expect(tray(page)).toContainText('40 %')
  await expect(tray(page)).toContainText('Waiting')
  expect(await violations(page)).toEqual([])

  await tray(page).locator(`[data-job="${second.id}"]`).click()
  await expect(page.getByRole('dialog', { name: 'Echo' })).toContainText('Waiting')
  await page.keyboard.press('Escape')
  await tray(page)
    .getByRole('listitem')
    .filter({ has: page.locator(`[data-job="${second.id}"]`) })
    .getByRole('button', { name: 'Cancel: Echo' })
    .click()
  await expect(tray(page).getByRole('listitem')).toHaveCount(1)
  await node.finish(assignment)
  await expect(tray(page)).toBeHidden()
  await node.stop()
})

test('[finding U7] the wallet bar shows the credits, which go down when a job is ordered @desktop', async ({
  page,
}) => {
  const node = await startHandNode({ apps: ['echo'] })
  await page.goto('/devlog')
  const balance = page.getByRole('region', { name: 'Wallet' }).getByRole('link', { name: /credits$/ })
  await expect(balance).toHaveText('500 credits')
  const job = await order(page, 'paid for')
  await page.reload()
  await expect(balance).toHaveText('499 credits')
  await node.finish(await node.claim(job.id))
  await expect(tray(page)).toBeHidden()
  await balance.click()
  await expect(page).toHaveURL(/\/profile\/credits$/)
  await node.stop()
})
