import { readFile } from 'node:fs/promises'
import { sendBugReport } from '@infra/protocol/feedback'
import { reportJob } from '@infra/protocol/job-reports'
import { favoriteJob, submitJob } from '@infra/protocol/jobs'
import { judgeJob } from '@infra/protocol/moderation'
import { expect, type Page } from '@playwright/test'
import { makeJob, moderatorKey, signInSomeone, startHandNode } from '../network.ts'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

test.beforeEach(async ({ person }) => {
  await person.signedInBefore()
})

test('[finding U12] the profile has the credits with one line per job, and the CSV has every entry @desktop', async ({
  page,
  node: _,
}) => {
  const { price } = await makeJob(await callOf(page), 'cut-out')
  await openSection(page, 'credits', 'Credits')
  const credits = section(page, 'Credits')
  await expect(credits).toContainText(`To spend${500 - price}`)
  const statement = credits.getByRole('table', { name: 'Statement' })
  await expect(statement.getByRole('row')).toHaveCount(3)
  await expect(statement.getByRole('row').nth(1)).toContainText(new RegExp(`^Cut-out.*−${price}$`))
  await expect(statement).toContainText('Welcome gift')
  const download = page.waitForEvent('download')
  await credits.getByRole('button', { name: 'Statement as CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toMatch(/^\d{4}-.*Z,Welcome gift,500,0,0,$/)
  await statement.getByRole('link', { name: 'Cut-out' }).click()
  await expect(page.getByRole('dialog', { name: 'Cut-out' })).toBeVisible()
})

test('my jobs are filtered, searched, opened, made private and deleted', async ({ page, node: _ }) => {
  const me = await callOf(page)
  const job = await makeJob(me, 'cut-out')
  await makeJob(me, 'vectorise', { visibility: 'private' })
  await openSection(page, 'jobs', 'My jobs')
  const mine = section(page, 'My jobs')
  await expect(mine.getByRole('listitem')).toHaveCount(2)
  await mine.getByRole('button', { name: 'Cancelled' }).click()
  await expect(mine).toContainText('No jobs in this state.')
  await mine.getByRole('button', { name: 'Finished' }).click()
  await expect(mine.getByRole('listitem')).toHaveCount(2)

  await mine.getByLabel('Search my jobs').fill('CUT')
  await expect(mine.getByRole('listitem')).toHaveCount(1)
  await mine.getByLabel('Search my jobs').fill('100%')
  await expect(mine).toContainText('No finished jobs found for “100%”')
  expect(await violations(page)).toEqual([])
  await mine.getByLabel('Search my jobs').fill('')
  await expect(mine.getByRole('listitem')).toHaveCount(2)

  await mine.locator(`[data-job="${job.id}"]`).click()
  await expect(page.getByRole('dialog', { name: 'Cut-out' })).toBeVisible()
  await page.keyboard.press('Escape')
  const row = mine.getByRole('listitem').filter({ hasText: 'Cut-out' })
  await row.getByRole('button', { name: 'Make private' }).click()
  await expect(row).toContainText('private')
  await row.getByRole('button', { name: 'Delete', exact: true }).click()
  await row.getByRole('button', { name: 'Delete for good' }).click()
  await expect(mine.getByRole('listitem')).toHaveCount(1)
})

test('a failed job says why, costs nothing and is retried @desktop', async ({ page }) => {
  // One operator can't end another's job alone, so a second one agrees.
  const nodes = [await startHandNode({ apps: ['echo'] }), await startHandNode({ apps: ['echo'] })]
  const me = await callOf(page)
  const { id } = await me.call(submitJob, { body: { appId: 'echo', input: {}, visibility: 'private' } })
  for (const node of nodes) await node.fail(await node.claim(id))
  await openSection(page, 'jobs', 'My jobs')
  const mine = section(page, 'My jobs')
  await expect(mine).toContainText('The node couldn’t read the input.')
  await mine.getByRole('button', { name: 'Retry' }).dblclick()
  await expect(page.getByRole('dialog', { name: 'Echo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(mine.getByRole('listitem')).toHaveCount(2)
  await openSection(page, 'credits', 'Credits')
  await expect(section(page, 'Credits').getByRole('row').filter({ hasText: 'Given back' })).toHaveText(/0$/)
  for (const node of nodes) await node.stop()
})

test('[R-API-4] the profile lists the favourites, and one disappears when it is no longer one @desktop', async ({
  page,
  stranger,
}) => {
  const job = await makeJob(stranger, 'cut-out')
  const me = await callOf(page)
  await me.call(favoriteJob, { params: { id: job.id } })
  await openSection(page, 'favourites', 'Favourites')
  const favorites = section(page, 'Favourites')
  await expect(favorites.getByRole('listitem')).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await favorites.getByRole('button', { name: /^Favourite/ }).click()
  await expect(favorites).toContainText('Nothing yet.')
})

test('[F07] the owner of a job that a moderator has hidden reads why, in the moderator’s words @desktop', async ({
  page,
  node: _,
}) => {
  const { id } = await makeJob(await callOf(page), 'cut-out')
  const moderator = await signInSomeone(moderatorKey())
  const why = 'Because of <b>this</b>.'
  await moderator.call(judgeJob, { params: { id }, body: { act: 'hide', why } })
  await openSection(page, 'jobs', 'My jobs')
  const mine = section(page, 'My jobs')
  await expect(mine).toContainText(
    `A moderator has hidden this from everyone but you. In their words: ${why}`,
  )
  await mine.locator(`[data-job="${id}"]`).click()
  const viewer = page.getByRole('dialog', { name: 'Cut-out' })
  await expect(viewer).toContainText(why)
  await expect(viewer).toContainText('only you')
  expect(await violations(page)).toEqual([])
})

test('the profile lists the person’s reports and their outcomes @desktop', async ({ page, stranger }) => {
  const jobs = [await makeJob(stranger, 'cut-out'), await makeJob(stranger, 'vectorise')]
  const me = await callOf(page)
  for (const { id } of jobs) {
    await me.call(reportJob, { params: { id }, body: { reason: 'other', note: 'Look at <i>this</i>.' } })
  }
  const moderator = await signInSomeone(moderatorKey())
  const body = { act: 'hide', why: 'Seen, and gone.' } as const
  await moderator.call(judgeJob, { params: { id: jobs[0]!.id }, body })
  await me.call(sendBugReport, {
    body: { kind: 'praise', title: 'So warm', description: 'It is very warm in here.' },
  })
  await openSection(page, 'settings', 'Reports you sent')
  const reports = section(page, 'Reports you sent')
  await expect(reports.getByRole('listitem')).toHaveCount(3)
  await expect(reports.getByRole('listitem').filter({ hasText: 'Cut-out' })).toContainText(
    'The result was hidden',
  )
  await expect(reports.getByRole('listitem').filter({ hasText: 'Vectorise' })).toContainText(
    'Waiting for a moderator',
  )
  await expect(reports.getByRole('listitem').filter({ hasText: 'So warm' })).toContainText('Unread')
  expect(await violations(page)).toEqual([])
})

async function openSection(page: Page, name: string, title: string): Promise<void> {
  await page.goto(`/profile/${name}`)
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
}

function section(page: Page, title: string) {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}
