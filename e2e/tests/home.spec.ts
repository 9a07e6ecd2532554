import { listDevlog } from '@infra/protocol/devlog'
import { expect, type Page } from '@playwright/test'
import { expectToFitAnyWindow } from '../fits-window.ts'
import { makeJob } from '../network.ts'
import { callOf, test } from '../served.ts'
import { untilHydrated } from '../until-hydrated.ts'
import { violations } from '../violations.ts'

/** The part below the first screen is rendered at the first interaction. */
async function readOn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'The network now' })).toBeVisible()
  await page.keyboard.press('Shift')
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeAttached()
}

test('[R-API-9] a visitor sees what the network is doing, without API calls after the page', async ({
  page,
  stranger,
}) => {
  await makeJob(stranger, 'cut-out')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  const now = page.getByRole('region', { name: 'The network now' })
  for (const name of ['Nodes online', 'Jobs running', 'Jobs waiting', 'Finished'])
    await expect(now.getByText(name, { exact: true })).toBeVisible()
  await expect(now.getByRole('definition').first()).toHaveText(/^[1-9]\d*$/)
  expect(asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/file/'))).toEqual([])
})

test('[finding U10] a visitor compares before and after by pointer and by keyboard', async ({ page }) => {
  await page.goto('/')
  for (const name of ['A sailing boat on a lake', 'The same lake without the boat']) {
    const size = (image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight, image.width > 0]
    // As large as the space that the page reserves for it.
    await expect.poll(() => page.getByRole('img', { name }).evaluate(size)).toEqual([960, 540, true])
  }
  const slider = page.getByRole('slider', { name: 'Compare before and after' })
  await untilHydrated(page, 'a[href="/apps"]')
  const { width, height } = (await slider.boundingBox())!
  await slider.click({ position: { x: width / 4, y: height / 2 } })
  await expect.poll(async () => Number(await slider.inputValue())).toBeLessThan(30)
  const shown = Number(await slider.inputValue())
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveValue(String(shown + 1))
  await expect(slider).toHaveAttribute('aria-valuetext', `${shown + 1} % before`)
})

test('[finding U10] one tap on Home opens the app of the picture, ready to run at the stated price', async ({
  page,
}) => {
  await page.goto('/')
  await untilHydrated(page, 'a[href="/apps"]')
  await page.getByRole('link', { name: 'Try it yourself · 4 credits' }).click()
  await expect(page.getByRole('heading', { name: 'Erase & Fill', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run · 4 credits' })).toBeVisible()
  await expect(page).toHaveURL((url) => url.search === '?app=erase-fill')
  await page.goBack()
  await expect(page).toHaveURL((url) => url.pathname === '/')
})

test('[finding U10] signed in, Home offers things to make and shows the person’s latest jobs and what’s new', async ({
  page,
  person,
  node: _,
}) => {
  await person.signedInBefore()
  await page.goto('/')
  await person.isSignedIn()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make something')
  await page.keyboard.press('Shift')
  const mine = page.getByRole('region', { name: 'Your latest jobs' })
  await expect(mine).toContainText('Nothing yet.')
  const job = await makeJob(await callOf(page), 'cut-out')
  await page.reload()
  await person.isSignedIn()
  await page.keyboard.press('Shift')
  await expect(mine.locator(`[data-job="${job.id}"]`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What’s new' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expectToFitAnyWindow(page)
  await page.getByRole('link', { name: 'Remove something from a photo' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/apps' && url.search === '?app=erase-fill')
})

test('the figures are updated, and stay when the network doesn’t respond @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to load resource/)
  await page.route('**/api/perf-stats', async (route) => {
    const stats = await (await route.fetch()).json()
    return route.fulfill({ json: { ...stats, now: { ...stats.now, nodesOnline: 41, running: 12 } } })
  })
  await page.goto('/')
  const online = page.getByRole('region', { name: 'The network now' }).getByRole('definition').first()
  await expect(online).toHaveText('41', { timeout: 15_000 })
  await expect(page.getByText('Now: at work')).toBeVisible()
  await page.unroute('**/api/perf-stats')
  await page.route('**/api/perf-stats', (route) => route.abort())
  await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/perf-stats'))
  await expect(online).toHaveText('41')
})

test('the figures of a large network fit at every width @desktop', async ({ page }) => {
  await page.route('**/api/perf-stats', async (route) => {
    const stats = await (await route.fetch()).json()
    const hours = stats.hours.map((hour: object) => ({ ...hour, finished: 500_000 }))
    return route.fulfill({ json: { ...stats, hours, now: { ...stats.now, nodesOnline: 10_000 } } })
  })
  await page.goto('/')
  const figures = page.getByRole('region', { name: 'The network now' }).getByRole('definition')
  await expect(figures.getByText('12,000,000')).toBeVisible({ timeout: 15_000 })
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const cut = await figures.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.textContent),
    )
    expect([width, cut]).toEqual([width, []])
  }
})

test('the latest results open in the viewer, and Back closes it', async ({ page, stranger }) => {
  const job = await makeJob(stranger, 'cut-out')
  await page.goto('/')
  await readOn(page)
  await expect(page.getByRole('heading', { name: 'Latest results', exact: true })).toBeVisible()
  const tile = page.locator(`main [data-job="${job.id}"]`)
  await expect(tile).toBeVisible()
  const picture = page.locator(`li:has([data-job="${job.id}"]) img`)
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await tile.click()
  await expect(page).toHaveURL((url) => url.pathname === '/' && url.searchParams.get('job') === job.id)
  await expect(page.getByRole('dialog')).toContainText('Cut-out')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a result that is finished meanwhile appears by itself @desktop', async ({ page, stranger }) => {
  await makeJob(stranger, 'vectorise')
  await page.goto('/')
  await readOn(page)
  const job = await makeJob(stranger, 'vectorise')
  await expect(page.locator(`main [data-job="${job.id}"]`)).toBeAttached({ timeout: 20_000 })
})

test('Home says that there are no results yet, and links to the apps @desktop', async ({ page }) => {
  await page.route('/', async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace(
      /<script type="application\/json" id="bootstrap">.*?<\/script>/s,
      '',
    )
    return route.fulfill({ response: answer, body: html })
  })
  await page.route('**/job/finished?**', (route) => route.fulfill({ json: { items: [] } }))
  await page.goto('/')
  await readOn(page)
  await expect(page.getByRole('heading', { name: 'No results yet.' })).toBeVisible()
  await page.getByRole('link', { name: 'Make the first one' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/apps')
})

test('results that fail to load say so and can be loaded again @desktop', async ({
  page,
  stranger,
  tolerate,
}) => {
  tolerate(/503/)
  const job = await makeJob(stranger, 'cut-out')
  await page.goto('/devlog')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.route('**/job/finished?**', (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('link', { name: 'Infra, home' }).first().click()
  await readOn(page)
  await expect(page.getByText('Couldn’t load the latest results.')).toBeVisible()
  await page.unroute('**/job/finished?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator(`main [data-job="${job.id}"]`)).toBeVisible()
})

test('when the lower part of Home fails to load, the upper part stays, and a reload helps @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to (load|fetch)|A screen could not be shown/)
  await page.route('**/home-below-*.js', (route) => route.abort())
  await page.goto('/')
  await page.keyboard.press('Shift')
  await expect(page.getByRole('heading', { name: 'Couldn’t load part of this page' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unroute('**/home-below-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await readOn(page)
  await expect(page.getByRole('heading', { name: 'The apps' })).toBeVisible()
})

test('with broken bootstrap data in the page, the feed requests its results instead @desktop', async ({
  page,
  stranger,
  tolerate,
}) => {
  const error = /The data that came with the page cannot be read/
  tolerate(error)
  const job = await makeJob(stranger, 'cut-out')
  await page.route('/feed', async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace(/(id="bootstrap">)\{/, '$1{{')
    return route.fulfill({ response: answer, body: html })
  })
  // The job is in the document too, so it is seen before the scripts have read the block.
  const logged = page.waitForEvent('console', (message) => error.test(message.text()))
  const requested = page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith('/job/finished'),
  )
  await page.goto('/feed')
  await logged
  await requested
  await expect(page.locator(`[data-job="${job.id}"]`)).toBeVisible()
})

test('every link on Home works, and the latest entry’s leads to its place in the devlog @desktop', async ({
  page,
  stranger,
}) => {
  const { items } = await stranger.call(listDevlog, { query: { limit: 1 } })
  await page.goto('/')
  await readOn(page)
  await expect(page.getByRole('link', { name: /^Upscale/ })).toHaveAttribute('href', '/apps?app=upscale')
  const links = page.getByRole('main').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  for (const address of new Set(addresses)) expect((await page.request.get(address)).status()).toBe(200)
  await page.getByRole('link', { name: items[0]!.title }).click()
  await expect(page).toHaveURL(new RegExp(`/devlog#${items[0]!.id}$`))
  await expect(page.getByRole('heading', { name: items[0]!.title })).toBeInViewport()
})

test('axe finds nothing serious on Home with results, which fits any window', async ({ page, stranger }) => {
  await makeJob(stranger, 'cut-out')
  await makeJob(stranger, 'read-text')
  await page.goto('/')
  await readOn(page)
  await expect(page.locator('main [data-job]').first()).toBeAttached()
  expect(await violations(page)).toEqual([])
  await expectToFitAnyWindow(page)
})
