import { expect, type Locator, type Page } from '@playwright/test'
import { type ServingNode, startServingNode } from '../network.ts'
import { test } from '../person.ts'
import { untilHydrated } from '../until-hydrated.ts'
import { violations } from '../violations.ts'

let node: ServingNode

test.beforeAll(async () => {
  node = await startServingNode({ apps: ['cut-out', 'erase-fill'], name: 'Sampler' })
})
test.afterAll(() => node.stop())

const sample = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Samples' }).getByRole('button', { name })
const run = (page: Page) => page.getByRole('button', { name: /^Run · / })

test('[finding U9] a newcomer gets from Home to their own result in six actions', async ({ page }) => {
  let actions = 0
  const press = async (button: Locator) => {
    await button.click()
    actions++
  }
  await page.goto('/')
  await untilHydrated(page, 'a[href="/apps"]')
  await press(page.getByRole('link', { name: 'Cut-out', exact: true }))
  // A slow network: someone who presses Run before the sample has loaded still gets it.
  await page.route('**/pear-*.webp', async (route) => {
    if (route.request().resourceType() === 'fetch') await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await press(sample(page, 'Pear'))
  await press(run(page))
  await press(page.getByRole('button', { name: 'Demo wallet' }))
  for (const sheet of ['Link the demo wallet?', 'Sign this message?'])
    await press(page.getByRole('dialog', { name: sheet }).getByRole('button', { name: 'Approve' }))
  await expect(
    page.getByRole('region', { name: 'Your job' }).getByRole('img', { name: /^Cut-out by/ }),
  ).toBeVisible({ timeout: 20_000 })
  expect(actions).toBe(6)
})

test('a sample fills in a picture, a mask or a text @desktop', async ({ page, person }) => {
  await person.signedInBefore()
  await page.goto('/apps?app=erase-fill')
  await sample(page, 'Boat').click()
  await expect(page.getByText('960 × 540')).toBeVisible()
  await expect(page.getByText('1 mark painted.')).toBeAttached()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto('/apps?app=story-teller')
  await sample(page, 'A shy robot').click()
  await expect(page.getByLabel('Beginning')).toHaveValue(/^One day, a shy little robot/)
})

test('a sample that fails to load says so and can be loaded again @desktop', async ({ page, tolerate }) => {
  tolerate(/ERR_FAILED/)
  await page.goto('/apps?app=cut-out')
  await expect(sample(page, 'Pear')).toBeVisible()
  await page.route('**/pear-*.webp', (route) => route.abort())
  await sample(page, 'Pear').click()
  await expect(page.getByText('Couldn’t load the sample “Pear”. Try again.')).toBeVisible()
  await page.unroute('**/pear-*.webp')
  await sample(page, 'Pear').click()
  await expect(page.getByRole('img', { name: 'Picture, as chosen' })).toBeVisible()
  await expect(page.getByText('Couldn’t load the sample')).toBeHidden()
})

test('[finding U23] Run and the credits are in view, and the chat button does not cover them', async ({
  page,
  person,
}) => {
  await person.signedInBefore()
  await page.goto('/apps?app=cut-out')
  const credits = page.getByText('You have 500 credits')
  await expect(credits).toBeInViewport()
  await expect(run(page)).toBeInViewport({ ratio: 1 })
  const chat = (await page.getByRole('button', { name: 'Open chat' }).boundingBox())!
  for (const part of [credits, run(page)]) {
    const box = (await part.boundingBox())!
    const isClear =
      box.x + box.width <= chat.x ||
      box.y + box.height <= chat.y ||
      box.x >= chat.x + chat.width ||
      box.y >= chat.y + chat.height
    expect(isClear).toBe(true)
  }
})
