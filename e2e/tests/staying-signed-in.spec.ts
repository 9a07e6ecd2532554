import { expect } from '@playwright/test'
import { test } from '../person.ts'

test('[X16] two tabs: signing out in one signs out the other @desktop', async ({ context, page, person }) => {
  await page.goto('/')
  await person.signIn()
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'About you' })).toBeVisible()

  await person.bar.getByRole('button', { name: 'Disconnect' }).click()
  await expect(other).toHaveURL((url) => url.pathname === '/')
  await expect(other.getByRole('region', { name: 'Wallet' })).toBeHidden()
})

test('[R-ACC-7] an access token that has expired is renewed before the request, once for two tabs @desktop', async ({
  context,
  page,
  person,
}) => {
  await page.goto('/')
  await person.signIn()
  const other = await context.newPage()
  await other.goto('/devlog')
  await expect(other.getByRole('region', { name: 'Wallet' })).toBeVisible()

  const calls: string[] = []
  context.on('request', (request) => calls.push(new URL(request.url()).pathname))
  for (const tab of [page, other]) await tab.clock.setSystemTime(Date.now() + 6 * 60_000)
  await Promise.all(
    [page, other].map((tab) => tab.getByRole('link', { name: 'Profile', exact: true }).click()),
  )
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'About you' })).toBeVisible()

  expect(calls.filter((path) => path === '/api/auth/refresh')).toHaveLength(1)
})

test('[R-ACC-5] [R-ACC-8] the tokens are kept in this form, and each request carries the access token @desktop', async ({
  page,
  person,
  wallet,
}) => {
  await page.goto('/')
  await person.signIn()
  const kept = JSON.parse((await person.kept())!)
  expect(kept).toMatchObject({
    tokenType: 'Bearer',
    accessToken: expect.any(String),
    refreshToken: expect.any(String),
  })
  const claims = JSON.parse(Buffer.from(kept.accessToken.split('.')[1], 'base64url').toString())
  expect(claims).toMatchObject({ sub: wallet.address(), exp: expect.any(Number) })

  const asked = page.waitForRequest('**/api/user/me')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  expect((await asked).headers().authorization).toBe(`Bearer ${kept.accessToken}`)
})

/** `PROOF_SABOTAGE=locks` removes the lock that the tabs share; then this must fail. */
test('ten tabs with an expired token make one refresh @desktop', async ({ context, page, person }) => {
  test.slow()
  if (process.env.PROOF_SABOTAGE === 'locks') {
    await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  }
  await page.goto('/')
  await person.signIn()
  const tabs = [page]
  while (tabs.length < 10) {
    const tab = await context.newPage()
    await tab.goto('/feed')
    await expect(tab.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
    tabs.push(tab)
  }
  const calls: string[] = []
  context.on('request', (request) => calls.push(new URL(request.url()).pathname))
  for (const tab of tabs) await tab.clock.setSystemTime(Date.now() + 6 * 60_000)
  await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Profile', exact: true }).click()))
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'About you' })).toBeVisible()
  expect(calls.filter((path) => path === '/api/auth/refresh')).toHaveLength(1)
})

test.describe('with a clock that is a day off', () => {
  for (const [off, label] of [
    [24 * 3600_000, 'ahead'],
    [-24 * 3600_000, 'behind'],
  ] as const) {
    test(`[A47] ${label}: signing in works, and lasts a reload @desktop`, async ({ page, person }) => {
      await page.clock.install({ time: Date.now() + off })
      await page.goto('/')
      await person.signIn()
      await page.reload()
      await person.isSignedIn()
    })
  }
})

test('[R-ACC-6] a stored token that cannot be read is "Invalid token", cleared, and does not come again @desktop', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/Invalid token/)
  await page.goto('/')
  await person.signIn()
  await page.evaluate(() => localStorage.setItem('infra.tokens', '{"accessToken":"broken"}'))
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.reload()
  // The wallet is still linked, so the person is asked to sign once more, and is back.
  await person.isSignedIn()
  expect(complaints.filter((text) => text.includes('Invalid token'))).toHaveLength(1)
})

test('with storage blocked, signing in works until the page closes @desktop', async ({ page, person }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto('/')
  await person.signIn()
})

test('[R-ACC-9] a session that was ended elsewhere is over at the next refresh @desktop', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/Failed to refresh token|status of 401/)
  await page.goto('/')
  await person.signIn()
  const token = JSON.parse((await person.kept())!).refreshToken
  await page.request.post('/api/auth/logout', { form: { token } })
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  // The shell asks for open jobs by itself: where it is the first to learn of it, the link is gone.
  await page
    .getByRole('link', { name: 'Profile', exact: true })
    .click({ timeout: 5_000 })
    .catch(() => {})
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect.poll(() => person.kept()).toBeNull()
  await expect(person.bar.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('offline for a while, nobody is signed out, and what was typed is kept @desktop', async ({
  context,
  page,
  person,
  tolerate,
}) => {
  tolerate(/Failed to|ERR_INTERNET_DISCONNECTED/)
  await page.goto('/')
  await person.signIn()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByLabel('Bio').fill('Typed in a tunnel.')
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Infra isn’t responding. Try again in a moment.')).toBeVisible()

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('Typed in a tunnel.')
})
