import { screenDescriptions } from '@infra/protocol/pages/screen-descriptions'
import { screens } from '@infra/web/screens'
import { expect, type Page } from '@playwright/test'
import { authenticated, connected, loaded, test, visitor } from '../browser.ts'
import { untilHydrated } from '../until-hydrated.ts'

const publicScreens = screens.filter(({ access }) => access === 'public')
const authScreens = screens.filter(({ access }) => access === 'auth')

test('[R-NAV-1] all nine paths and /developers open their screen with its own title and description @desktop', async ({
  harness,
  page,
}) => {
  const paths = [
    '/',
    '/apps',
    '/chat',
    '/developers',
    '/devlog',
    '/feed',
    '/feedback',
    '/nodes',
    '/profile',
    '/staking',
  ]
  expect(screens.map(({ path }) => path).sort()).toEqual(paths)
  for (const { name, path, documentTitle } of screens) {
    await harness.open(path, loaded)
    await expect(page).toHaveTitle(documentTitle)
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('meta[name="description"]')).toHaveAttribute(
      'content',
      screenDescriptions[name],
    )
  }
})

for (const { path, label } of publicScreens) {
  test(`[R-NAV-2] a visitor may see ${label} @desktop`, async ({ page }) => {
    await page.clock.install()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await page.clock.runFor(5000)
    await expect(page).toHaveURL((url) => url.pathname === path)
  })
}

for (const { path, label } of authScreens) {
  test(`[R-NAV-2] ${label} sends a visitor home, and opens for a person who is signed in @desktop`, async ({
    harness,
    page,
  }) => {
    await page.goto(path)
    await expect(page).toHaveURL((url) => url.pathname === '/')
    await harness.open(path, authenticated)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === path)
  })
}

test('[R-NAV-4] seven screens and Developers show their title with the glitch, Home and Feed do not @desktop', async ({
  harness,
  page,
}) => {
  const titled = ['Apps', 'Ask Infra', 'Developers', 'Devlog', 'Feedback', 'Nodes', 'Profile', 'Staking']
  for (const { path, label, name } of screens) {
    await harness.open(path, loaded)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeAttached()
    if (titled.includes(label)) {
      await expect(heading).toHaveText(label)
      await expect(heading).toBeInViewport()
      await expect(heading.locator('.glitch')).toHaveAttribute('data-text', label)
    } else {
      expect(['home', 'feed']).toContain(name)
      await expect(
        page.getByRole('heading', { level: 1, name: label, exact: true }).locator('.glitch'),
      ).toHaveCount(0)
    }
  }
})

for (const path of ['/nowhere', '/feed/extra', '/no/such/path?job=1#x']) {
  test(`[R-NAV-5] ${path} leads home and has the status 404 @desktop`, async ({ page, tolerate }) => {
    tolerate(/status of 404/)
    expect((await page.goto(path))!.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('other people’s machines')
    await expect(page).toHaveURL((url) => url.pathname === '/' && url.search === '' && url.hash === '')
  })
}

// The second cannot be decoded.
for (const path of ['/nowhere', '/%E0%A4%A']) {
  test(`[R-NAV-5] going back after ${path} led home does not lead there again @desktop`, async ({ page }) => {
    await page.goto('/devlog')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devlog')
    await page.evaluate((unknown) => history.pushState(null, '', unknown), path)
    await expect(page).toHaveURL((url) => url.pathname === '/')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devlog')
  })
}

for (const state of [visitor, connected]) {
  test(`[R-NAV-6] [R-NAV-7] ${state.phase}: an auth screen stays for 1000 ms and then leads home @desktop`, async ({
    harness,
    page,
  }) => {
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await harness.open('/profile', state)
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
    await page.clock.runFor(999)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
    await expect(page).toHaveURL((url) => url.pathname === '/profile')
    await page.clock.runFor(1)
    await expect(page).toHaveURL((url) => url.pathname === '/')
  })
}

test('[R-NAV-6] a wallet that reconnects within 1000 ms keeps its owner on the screen @desktop', async ({
  harness,
  page,
  tolerate,
}) => {
  // A minute passes at once below, too fast for any response.
  tolerate(/The network did not answer/)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await harness.open('/staking')
  await page.clock.runFor(900)
  await harness.become(authenticated)
  await page.clock.runFor(60_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staking')
  await expect(page).toHaveURL((url) => url.pathname === '/staking')
})

test('[R-NAV-6] a person who disconnects is sent home from an auth screen, but stays on any other @desktop', async ({
  harness,
  page,
}) => {
  const disconnect = page.getByRole('button', { name: 'Disconnect' })
  await harness.open('/profile', loaded)
  await disconnect.click()
  await expect(page).toHaveURL((url) => url.pathname === '/')

  await harness.open('/nodes', loaded)
  await disconnect.click()
  await expect(disconnect).toBeHidden()
  await expect(page).toHaveURL((url) => url.pathname === '/nodes')
})

test('[R-NAV-8] another route starts at the top, also when going back @desktop', async ({ page }) => {
  // Low enough for every screen to scroll; on one that doesn't, every position would be the top.
  await page.setViewportSize({ width: page.viewportSize()!.width, height: 320 })
  await page.goto('/')
  await untilHydrated(page, 'main a')
  await page.evaluate(() => document.fonts.ready)
  await scrollDown(page, 300)
  await page.getByRole('main').getByRole('link', { name: 'Run a node' }).dispatchEvent('click')
  await expect(page.getByRole('button', { name: 'Add your node' })).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  await scrollDown(page, 200)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'The network now' })).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('[R-NAV-8] a change of only the query keeps the scroll position @desktop', async ({ page }) => {
  await page.goto('/')
  await untilHydrated(page, 'main a')
  await page.evaluate(() => document.fonts.ready)
  await scrollDown(page, 400)
  await page.evaluate(() => history.pushState(null, '', '/?app=1'))
  await settled(page)
  expect(await page.evaluate(() => [scrollY, location.search])).toEqual([400, '?app=1'])
  await page.goBack()
  await settled(page)
  expect(await page.evaluate(() => [scrollY, location.search])).toEqual([400, ''])
})

/** Waits for two frames, after which the router has done all that it does about an address. */
function settled(page: Page) {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
}

async function scrollDown(page: Page, y: number): Promise<void> {
  await page.evaluate((y) => scrollTo(0, y), y)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(y)
}
