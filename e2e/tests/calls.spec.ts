import { expect } from '@playwright/test'
import { test } from '../browser.ts'
import { isTakenOver } from '../is-taken-over.ts'

test('[R-API-11] a refused generic call: a toast with the path, the error in the log, nothing returned @desktop', async ({
  harness,
  page,
  tolerate,
}) => {
  tolerate(/404/)
  tolerate(/^Failed to fetch data: \/no-such-door/)
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Failed to fetch data'))
  await harness.open('/feed')
  await expect(page.getByRole('main')).toBeVisible()
  const returned = await page.evaluate(() => window.shell.fetchData('/no-such-door'))
  expect(returned).toBeUndefined()
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch data: /no-such-door')
  expect((await logged).type()).toBe('error')
})

test('[R-API-10] calls go to the prefix that the page was configured with @desktop', async ({
  page,
  tolerate,
}) => {
  // Reports that sound alike are asked for there, too, where there is nothing.
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

test('a banner says that the network is away, and goes when it is back @desktop', async ({
  harness,
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to fetch/)
  await page.clock.install()
  await harness.open('/feed')
  await expect(page.getByRole('main')).toBeVisible()
  const banner = page.getByText('The network does not answer. Trying again.')
  await page.route(/\/(api|healthz)/, (route) => route.abort())
  await page.evaluate(() => window.shell.fetchData('/no-such-door'))
  await expect(banner).toBeVisible()
  const asked = page.waitForRequest('**/healthz')
  await page.clock.runFor(3000)
  await asked
  await expect(banner).toBeVisible()
  await page.unroute(/\/(api|healthz)/)
  await page.clock.runFor(3000)
  await expect(banner).toBeHidden()
})

test('a banner says that the browser is offline, and goes when it is online @desktop', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/feed')
  // Before that its scripts may still be on their way, also those of an empty feed.
  await isTakenOver(page, 'main')
  await expect(
    page
      .getByRole('article')
      .first()
      .or(page.getByRole('heading', { name: 'Nothing has been made yet.' })),
  ).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('an empty feed whose picture does not arrive says so all the same, and keeps its toolbar @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|dynamically imported module/)
  await page.route('**/assets/nothing-yet-*.js', (route) => route.abort())
  await page.goto('/feed?app=nothing-like-it')
  await expect(page.getByRole('heading', { name: 'Nothing here yet.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Feed', exact: true }).filter({ visible: true })).toBeVisible()
})

test('a part that does not arrive is tried once more by loading the page, and then told, without a loop @desktop', async ({
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
  await expect(page.getByRole('heading', { name: 'A part of this page did not arrive' })).toBeVisible()
  expect(loads).toBe(2)
  await expect(page.getByRole('link', { name: 'Feed', exact: true }).filter({ visible: true })).toBeVisible()

  await page.unroute('**/assets/nodes-*.js')
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('button', { name: 'Add your node' })).toBeVisible()
})

test('the pages are served under the policy that these tests are to hold them to @desktop', async ({
  page,
}) => {
  const policy = (await page.goto('/'))!.headers()['content-security-policy']
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "trusted-types 'none'",
  ]) {
    expect(policy).toContain(rule)
  }
})
