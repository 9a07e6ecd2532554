import { expect } from '@playwright/test'
import { test } from '../person.ts'

test('[X16] signing out in one tab signs out the other @desktop', async ({ context, page, person }) => {
  await page.goto('/')
  await person.signIn()
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'About you' })).toBeVisible()

  await person.bar.getByRole('button', { name: 'Disconnect' }).click()
  await expect(other).toHaveURL((url) => url.pathname === '/')
  await expect(other.getByRole('region', { name: 'Wallet' })).toBeHidden()
})

test('[R-ACC-7] an expired access token is refreshed before the request, once for two tabs @desktop', async ({
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

test('[R-ACC-5] [R-ACC-8] the tokens are stored in the specified form, and requests carry the access token @desktop', async ({
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
    test(`[A47] ${label}: signing in works and survives a reload @desktop`, async ({ page, person }) => {
      await page.clock.install({ time: Date.now() + off })
      await page.goto('/')
      await person.signIn()
      await page.reload()
      await person.isSignedIn()
    })
  }
})

test('[R-ACC-6] an unreadable stored token is logged as "Invalid token" once and replaced @desktop', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/Invalid token/)
  await page.goto('/')
  await person.signIn()
  await page.evaluate(() => localStorage.setItem('infra.tokens', '{"accessToken":"broken"}'))
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.reload()
  // The wallet is still linked, so the person is asked to sign once more, and is back.
  await person.isSignedIn()
  expect(logged.filter((text) => text.includes('Invalid token'))).toHaveLength(1)
})

test('signing in works with localStorage blocked @desktop', async ({ page, person }) => {
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

test('[R-ACC-9] a session that was ended elsewhere ends here at the next refresh @desktop', async ({
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
  // The shell requests open jobs by itself; if that call is the first to fail, the link is gone.
  await page
    .getByRole('link', { name: 'Profile', exact: true })
    .click({ timeout: 5_000 })
    .catch(() => {})
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect.poll(() => person.kept()).toBeNull()
  await expect(person.bar.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('a person who is offline for a while stays signed in and keeps what they typed @desktop', async ({
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
