import { expect, type Page } from '@playwright/test'
import { expectToFitAnyWindow } from '../fits-window.ts'
import { fillFeed } from '../many-jobs.ts'
import { makeJob } from '../network.ts'
import { test } from '../served.ts'
import { violations } from '../violations.ts'

test('[I-4] [R-API-6] a visitor sees finished results with their makers, and filters by the app in the address', async ({
  page,
  stranger,
}) => {
  const picture = await makeJob(stranger, 'cut-out')
  const drawing = await makeJob(stranger, 'vectorise')
  await page.goto('/feed')
  await expect(card(page, picture.id)).toBeVisible()
  await expect(card(page, picture.id)).toContainText(stranger.address.slice(0, 5))
  await expect.poll(() => naturalWidth(page, picture.id)).toBeGreaterThan(0)
  await expect(card(page, drawing.id).getByRole('img')).toHaveAttribute('src', /\.svg/)

  await page.getByRole('link', { name: 'Vectorise', exact: true }).click()
  await expect(page).toHaveURL(/\?app=vectorise$/)
  await expect(card(page, drawing.id)).toBeVisible()
  await expect(card(page, picture.id)).toBeHidden()
  await page.reload()
  await expect(card(page, drawing.id)).toBeVisible()
  await expect(card(page, picture.id)).toBeHidden()
})

test('new results are announced without a reload, and move nothing until asked for @desktop', async ({
  page,
  stranger,
}) => {
  const first = await makeJob(stranger, 'cut-out')
  let isListening = false
  page.on('response', (response) => {
    if (response.url().includes('/job/finished/events')) isListening = true
  })
  const response = page.waitForResponse(
    (response) => isListening && response.url().includes('/job/finished?limit=25'),
  )
  await page.goto('/feed?app=cut-out')
  await expect(card(page, first.id)).toBeVisible()
  // When its stream opens, the page checks once for what it missed; from then on it only listens.
  await response
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('/job/finished?') && reads.push(request.url()))
  const fresh = await makeJob(stranger, 'cut-out')
  const pill = page.getByRole('button', { name: /^\d+ new$/ })
  await expect(pill).toBeVisible()
  await expect(card(page, fresh.id)).toBeHidden()
  // An event that goes to everyone must not make everyone send a request.
  expect(reads).toEqual([])
  await pill.click()
  await expect(card(page, fresh.id)).toBeVisible()
  // Tests running at the same time may have made others.
  await expect(async () => {
    if (await pill.isVisible()) await pill.click()
    await expect(pill).toBeHidden({ timeout: 500 })
  }).toPass()
})

test('[S28] the feed polls when no event stream comes through @desktop', async ({
  page,
  stranger,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to load resource/)
  await makeJob(stranger, 'cut-out')
  await page.route('**/job/finished/events', (route) => route.abort())
  await page.goto('/feed?app=cut-out')
  await expect(page.getByRole('article').first()).toBeVisible()
  await makeJob(stranger, 'cut-out')
  await expect(page.getByRole('button', { name: /^\d+ new$/ })).toBeVisible({ timeout: 20_000 })
})

test('[I-8] [R-API-4] a favourite is marked in place, and still is after a reload @desktop', async ({
  page,
  person,
  stranger,
}) => {
  const job = await makeJob(stranger, 'vectorise')
  await person.signedInBefore()
  await page.goto('/feed?app=vectorise')
  await person.isSignedIn()
  const heart = card(page, job.id).getByRole('button', { name: /^Favourite/ })
  const answered = page.waitForResponse(`**/job/${job.id}/favorite`)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(heart).toHaveText('1')
  await answered
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('[V04] a favourite that the network refuses is undone with a message @desktop', async ({
  page,
  person,
  stranger,
  tolerate,
}) => {
  tolerate(/404/)
  const job = await makeJob(stranger, 'vectorise')
  await person.signedInBefore()
  await page.goto('/feed?app=vectorise')
  await person.isSignedIn()
  await page.route(`**/job/${job.id}/favorite`, (route) =>
    route.fulfill({
      status: 404,
      json: { type: '/', title: '', status: 404, code: 'not_found', detail: '', instance: 'urn:request:1' },
    }),
  )
  const heart = card(page, job.id).getByRole('button', { name: /^Favourite/ })
  await heart.click()
  await expect(page.getByRole('alert').filter({ hasText: 'This result no longer exists' })).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('[X22] a picture that fails to load says so and can be loaded again @desktop', async ({
  page,
  stranger,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to load resource/)
  const job = await makeJob(stranger, 'cut-out')
  await page.route('**/api/file/**', (route) => route.abort())
  await page.goto('/feed?app=cut-out')
  const broken = card(page, job.id)
  await expect(broken).toContainText('Couldn’t load the picture.')
  await page.unroute('**/api/file/**')
  await broken.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => naturalWidth(page, job.id)).toBeGreaterThan(0)
})

test('a feed that fails to load says so and can be loaded again @desktop', async ({
  page,
  stranger,
  tolerate,
}) => {
  tolerate(/503/)
  const job = await makeJob(stranger, 'cut-out')
  await page.route('**/job/finished?**', (route) => route.fulfill({ status: 503, body: '' }))
  // From another screen, since the page itself would contain its first results.
  await page.goto('/devlog')
  await page.getByRole('link', { name: 'Feed', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Couldn’t load the feed' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.unroute('**/job/finished?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, job.id)).toBeVisible()
})

test('an app without results says so and links to all results @desktop', async ({ page }) => {
  await page.goto('/feed?app=nothing-like-it')
  await expect(page.getByRole('heading', { name: 'No results from this app yet.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'See everything' })).toBeVisible()
})

test('arrow keys move the focus from card to card @desktop', async ({ page, stranger }) => {
  const jobs = []
  for (let made = 0; made < 3; made++) jobs.unshift(await makeJob(stranger, 'vectorise'))
  await page.goto('/feed?app=vectorise')
  await expect(card(page, jobs[0]!.id)).toBeVisible()
  // The feed is rendered by the server and reacts to no key until its scripts have measured it.
  await expect(page.getByRole('feed')).toHaveAttribute('style', /height/)
  const links = page.getByRole('feed').locator('[data-job]')
  await links.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(links.first()).toBeFocused()
})

test('the page stays small to the end of ten thousand results, and Back returns to its place @desktop', async ({
  page,
  stranger,
  tolerate,
}) => {
  // The jobs beyond the first are made up, so opening one finds nothing.
  tolerate(/404/)
  const sample = await makeJob(stranger, 'cut-out')
  // Many per request: the page is to stay small, not the number of requests.
  await fillFeed(page, sample, 10_000, 250)
  test.setTimeout(180_000)
  await page.goto('/feed')
  await expect(page.getByRole('article').first()).toBeVisible()
  const most = await page.evaluate(async () => {
    let nodes = 0
    while (!document.querySelector('main')!.textContent!.includes('You’re up to date.')) {
      scrollTo(0, document.documentElement.scrollHeight)
      await new Promise((done) => setTimeout(done, 30))
      nodes = Math.max(nodes, document.querySelectorAll('main *').length)
    }
    return nodes
  })
  expect(most).toBeLessThanOrEqual(400)

  const last = page.getByRole('feed').locator('[data-job]').last()
  await last.focus()
  const at = await page.evaluate(() => scrollY)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.evaluate(() => scrollY)).toBe(at)
})

test('axe finds nothing serious in a feed with results, which fits any window', async ({
  page,
  stranger,
}) => {
  await makeJob(stranger, 'cut-out')
  await makeJob(stranger, 'read-text')
  await page.goto('/feed')
  await expect(page.getByRole('article').nth(1)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expectToFitAnyWindow(page)
})

function card(page: Page, jobId: string) {
  return page.getByRole('article').filter({ has: page.locator(`[data-job="${jobId}"]`) })
}

function naturalWidth(page: Page, jobId: string): Promise<number> {
  return card(page, jobId)
    .getByRole('img')
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
}
