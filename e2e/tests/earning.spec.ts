import type { AppDemand, Estimate } from '@infra/protocol/earning/estimates'
import { expect, type Page } from '@playwright/test'
import { expectToFitAnyWindow } from '../fits-window.ts'
import { startHandNode } from '../network.ts'
import { test } from '../person.ts'
import { callOf } from '../served.ts'
import { violations } from '../violations.ts'

/** Responds as after a busy week, which the network of these tests has not had. */
async function answerAsBusy(page: Page): Promise<void> {
  const { items } = (await (await fetch(`${process.env.BASE_URL}/api/app/demand`)).json()) as {
    items: AppDemand[]
  }
  const busy = items.map((app, place) => ({
    ...app,
    ...{ waiting: place % 3, nodes: 2 + place, jobs: 1_900 - 150 * place, unserved: 7 * place },
    ...{ waitP50Seconds: 0.2 + place, waitP90Seconds: 3 + place },
  }))
  await page.route('**/api/app/demand', (route) => route.fulfill({ json: { items: busy } }))
  await page.route('**/api/node/estimate?*', (route) => route.fulfill({ json: week }))
}

const week: Estimate = {
  jobs: 4_120,
  credits: { low: 1_200, high: 2_100 },
  firstWeek: { low: 90, high: 310 },
  slots: 3,
  apps: [
    {
      ...{ appId: 'speak', asked: 1_400, done: 210, credits: 1_100 },
      limits: [
        { reason: 'busy', jobs: 40 },
        { reason: 'others', jobs: 1_150 },
      ],
    },
    { appId: 'vectorise', asked: 320, done: 80, credits: 540, limits: [{ reason: 'others', jobs: 240 }] },
    { appId: 'imagine', asked: 260, done: 0, credits: 0, limits: [{ reason: 'not_served', jobs: 260 }] },
    { appId: 'upscale', asked: 4, done: null, credits: null, limits: [] },
  ],
  additions: [
    { kind: 'adapter', appId: 'imagine', credits: 900 },
    { kind: 'memory', memoryMb: 16_384, credits: 210 },
  ],
}

const headline = (page: Page) => page.getByText(/^[\d,]+ to [\d,]+ credits per week$/)

test('a visitor estimates by keyboard what a machine would earn, and sees the demand for apps @desktop', async ({
  page,
}) => {
  await answerAsBusy(page)
  await page.goto('/nodes')
  await page.getByRole('link', { name: 'What would a machine earn?' }).press('Enter')
  await expect(page).toHaveURL(/\/nodes\?about=earnings$/)
  await expect(page.getByRole('heading', { name: 'What would a machine earn?' })).toBeFocused()
  await expect(page.getByRole('row', { name: /^Speak/ })).toContainText('1,')
  await page.getByLabel('Cores').fill('')
  await page.getByRole('button', { name: 'Estimate' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a number of cores' })).toBeVisible()
  await page.getByLabel('Cores').fill('8')
  await page.getByLabel('All day').press('Space')
  await page.getByLabel('Until').selectOption('06:00')
  const asked = page.waitForRequest('**/api/node/estimate?*')
  await page.getByRole('button', { name: 'Estimate' }).press('Enter')
  const query = new URL((await asked).url()).searchParams
  expect([query.get('cores'), query.get('memoryMb')]).toEqual(['8', '8192'])
  expect(query.get('hours')).toMatch(/^\d+-\d+$/)
  await expect(headline(page)).toHaveText('1,200 to 2,100 credits per week')
  await expect(page.getByText('In its first week, 90 to 310 at best.')).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Connect a program that runs Imagine' }),
  ).toContainText('about 900 more per week')
  await expect(page.getByText('40 came while it was busy. 1,150 went to nodes')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expectToFitAnyWindow(page)
  await page.getByRole('button', { name: '← All nodes' }).click()
  await expect(page).toHaveURL(/\/nodes$/)
})

test('an operator chooses one of their nodes and gets an estimate from the real network', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  const name = `Cellar ${crypto.randomUUID().slice(0, 8)}`
  const node = await startHandNode({ apps: ['speak'], name }, await callOf(page))
  await page.goto('/nodes?about=earnings')
  await page.getByRole('combobox', { name: 'Machine' }).selectOption({ label: name })
  await expect(page.getByLabel('Cores')).toHaveValue('2')
  await expect(page.getByLabel('Memory in GB')).toHaveValue('8')
  await expect(page.getByLabel('Speak')).toBeChecked()
  await expect(page.getByLabel('Cut-out')).not.toBeChecked()
  await page.getByRole('button', { name: 'Estimate' }).click()
  // It depends on how much other tests have ordered.
  await expect(headline(page).or(page.getByText('Too few jobs to tell.')).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /^Speak/ })).toContainText('credit')
  expect(await violations(page)).toEqual([])
  await node.stop()
})

test('demand and estimate say so when they fail to load, and can be loaded again @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 503|Failed to fetch data: \/(app\/demand|node\/estimate)/)
  let isDown = true
  await page.route(/\/api\/(app\/demand|node\/estimate)/, (route) =>
    isDown ? route.fulfill({ status: 503, body: 'down' }) : route.continue(),
  )
  await page.goto('/nodes?about=earnings')
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load it.' })).toBeVisible()
  await page.getByRole('button', { name: 'Estimate' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load the estimate.' })).toBeVisible()
  isDown = false
  const again = page.getByRole('button', { name: 'Try again' })
  await again.first().click()
  // The first stays until its part has loaded.
  await expect(again).toHaveCount(1)
  await again.click()
  await expect(page.getByRole('row', { name: /^Speak/ })).toBeVisible()
})
