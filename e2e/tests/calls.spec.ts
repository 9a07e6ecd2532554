import { expect, type Page } from '@playwright/test'
import { test } from '../browser.ts'
import { test as personTest } from '../person.ts'
import { untilHydrated } from '../until-hydrated.ts'

/** Requests of screens without their own message for a failure, and how a person gets to that screen. */
const wordless: { screen: string; path: string; visit: (page: Page) => Promise<unknown> }[] = [
  { screen: 'Feed', path: '/app', visit: (page) => page.goto('/feed') },
  { screen: 'Nodes', path: '/node/map', visit: (page) => page.goto('/nodes') },
  {
    screen: 'Home',
    path: '/api/perf-stats',
    visit: async (page) => {
      // Home already contains its first figures, so this comes from another screen.
      await page.goto('/devlog')
      await expect(page.getByRole('article').first()).toBeVisible()
      await page.getByRole('link', { name: 'Infra, home' }).first().click()
    },
  },
]

for (const { screen, path, visit } of wordless) {
  test(`[R-API-11] ${screen} stays when ${path} fails, a toast names the path, and the error is logged @desktop`, async ({
    page,
    tolerate,
  }) => {
    tolerate(/status of 500/)
    await page.route(`**${path.startsWith('/api/') ? path : `/api${path}`}`, (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    const message = `Failed to fetch data: ${path}`
    const logged = page.waitForEvent('console', (line) => line.text().startsWith(message))
    await visit(page)
    await expect(page.getByRole('alert')).toHaveText(message)
    expect((await logged).type()).toBe('error')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.getByRole('alert')).toBeHidden()
  })
}

personTest(
  '[R-API-11] a toast says that a form couldn’t load the person’s credits @desktop',
  async ({ page, person, tolerate }) => {
    tolerate(/status of 500/)
    await person.signedInBefore()
    await page.route('**/api/user/me/credits', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/apps?app=story-teller')
    await expect(page.getByRole('alert').filter({ hasText: 'Failed' })).toHaveText(
      'Failed to fetch data: /user/me/credits',
      // It is requested four times, with growing pauses.
      { timeout: 20_000 },
    )
  },
)

test('[R-API-11] a screen with its own message for a failure shows no toast, and the error is logged @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 500/)
  await page.route('**/api/devlog', (route) => route.fulfill({ status: 500, body: '' }))
  const logged = page.waitForEvent('console', (line) =>
    line.text().startsWith('Failed to fetch data: /devlog'),
  )
  await page.goto('/devlog')
  await expect(page.getByRole('heading', { name: 'Couldn’t load the devlog' })).toBeVisible()
  expect((await logged).type()).toBe('error')
  await expect(page.getByText('Failed to fetch data')).toHaveCount(0)
})

test('figures that fail to refresh show no toast @desktop', async ({ page, tolerate }) => {
  tolerate(/status of 500/)
  await page.goto('/')
  await untilHydrated(page, 'main')
  await page.route('**/api/perf-stats', (route) => route.fulfill({ status: 500, body: '' }))
  for (let poll = 0; poll < 2; poll++) {
    await page.waitForEvent('console', (line) =>
      line.text().startsWith('Failed to fetch data: /api/perf-stats'),
    )
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

personTest(
  '[R-API-9] the network’s figures are requested from the page’s own origin, without Authorization @desktop',
  async ({ page, person, tolerate }) => {
    // There is nothing at that prefix.
    tolerate(/status of 404|Failed to load the user/)
    await person.signedInBefore()
    for (const path of ['/', '/nodes']) {
      await page.route(path, async (route) => {
        const answer = await route.fetch()
        const html = (await answer.text()).replace(/"apiPrefix":"[^"]*"/, '"apiPrefix":"/elsewhere/v2"')
        await route.fulfill({ response: answer, body: html })
      })
      const asked = page.waitForRequest((request) => request.url().includes('/perf-stats'))
      await page.goto(path)
      const request = await asked
      expect(request.url()).toBe(new URL('/api/perf-stats', page.url()).href)
      expect((await request.allHeaders()).authorization).toBeUndefined()
    }
  },
)

test('[R-API-10] calls go to the prefix in the page’s configuration @desktop', async ({ page, tolerate }) => {
  // Similar reports are requested there too, but there is nothing.
  tolerate(/404/)
  await page.route('**/feedback', async (route) => {
    const page = await route.fetch()
    const html = (await page.text()).replace(/"apiPrefix":"[^"]*"/, '"apiPrefix":"/elsewhere/v2"')
    await route.fulfill({ response: page, body: html })
  })
  const sent = page.waitForRequest('**/bugreport')
  await page.route('**/bugreport', (route) =>
    route.fulfill({
      status: 201,
      json: { id: '018f3a5c-1111-7222-8333-444455556666', createdAt: '2026-01-02T03:04:05Z' },
    }),
  )
  await page.goto('/feedback')
  await page.getByLabel('Title').fill('Where does it go?')
  await page.getByLabel('Description').fill('To the prefix of the configuration.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  expect(new URL((await sent).url()).pathname).toBe('/elsewhere/v2/bugreport')
  await expect(page.getByText('55556666')).toBeVisible()
})

test('a banner shows while the network doesn’t respond @desktop', async ({ harness, page, tolerate }) => {
  tolerate(/ERR_FAILED/)
  await page.clock.install()
  await harness.open('/feed')
  await expect(page.getByRole('main')).toBeVisible()
  const banner = page.getByText('Infra isn’t responding. Trying again.')
  await page.route(/\/(api|healthz)/, (route) => route.abort())
  await page.getByRole('link', { name: 'Devlog', exact: true }).filter({ visible: true }).click()
  await expect(banner).toBeVisible()
  const asked = page.waitForRequest('**/healthz')
  await page.clock.runFor(3000)
  await asked
  await expect(banner).toBeVisible()
  await page.unroute(/\/(api|healthz)/)
  await page.clock.runFor(3000)
  await expect(banner).toBeHidden()
})

test('a banner shows while the browser is offline @desktop', async ({ page, context, tolerate }) => {
  tolerate(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/feed')
  // Until then its scripts may still be loading, also those of an empty feed.
  await untilHydrated(page, 'main')
  await expect(
    page
      .getByRole('article')
      .first()
      .or(page.getByRole('heading', { name: 'No results yet.' })),
  ).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You’re offline.')).toBeHidden()
})

test('an empty feed whose picture fails to load still says that it is empty @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|dynamically imported module/)
  await page.route('**/assets/nothing-yet-*.js', (route) => route.abort())
  await page.goto('/feed?app=nothing-like-it')
  await expect(page.getByRole('heading', { name: 'Nothing here yet.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Feed', exact: true }).filter({ visible: true })).toBeVisible()
})

test('a screen whose script fails to load reloads the page once, and then says so @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|dynamically imported module|A screen could not be shown/)
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  await page.route('**/assets/nodes-*.js', (route) => route.abort())
  await page.goto('/nodes')
  await expect(page.getByRole('heading', { name: 'Couldn’t load part of this page' })).toBeVisible()
  expect(loads).toBe(2)
  await expect(page.getByRole('link', { name: 'Feed', exact: true }).filter({ visible: true })).toBeVisible()

  await page.unroute('**/assets/nodes-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('button', { name: 'Add your node' })).toBeVisible()
})

test('pages are served with the content security policy that these tests rely on @desktop', async ({
  page,
}) => {
  const policy = (await page.goto('/'))!.headers()['content-security-policy']
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'trusted-types service-worker',
  ]) {
    expect(policy).toContain(rule)
  }
})
