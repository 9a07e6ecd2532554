import { listKeys } from '@infra/protocol/api-keys'
import { expect, type Page } from '@playwright/test'
import { callOf, test } from '../served.ts'
import { violations } from '../violations.ts'

/** The code of the first snippet that is shown. */
const snippet = (page: Page) => page.getByRole('figure').first().locator('code').first()

test('a visitor sees how to call an app in each way, and that a trial needs a wallet', async ({
  page,
  baseURL,
}) => {
  await page.goto('/developers')
  await expect(snippet(page)).toContainText(`curl ${new URL(baseURL!).origin}/v1/audio/speech`)
  await expect(snippet(page)).toContainText('Bearer YOUR_KEY')
  await page.getByLabel('App', { exact: true }).selectOption('upscale')
  await expect(snippet(page)).toContainText('/v1/apps/upscale')
  for (const [name, code] of [
    ['JavaScript', "infra.run('upscale'"],
    ['Python', '/v1/apps/upscale'],
    ['MCP', '/mcp"'],
    ['CLI', 'infra.mjs run upscale'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(snippet(page)).toContainText(code)
  }
  await page.reload()
  await expect(snippet(page)).toContainText('infra.mjs run upscale')
  const trial = page.getByRole('region', { name: 'Try it' })
  await expect(trial).toContainText('You need a wallet first')
  await expect(trial.getByRole('button', { name: 'Link' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'Where we differ from OpenAI' }).click()
  await expect(page.getByRole('heading', { name: 'Where we differ from OpenAI' })).toBeFocused()
  await expect(page.getByText('/v1/responses')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '← Developers' }).click()
  await expect(snippet(page)).toContainText('infra.mjs run upscale')
})

test('one press makes a key for an hour, puts it into the snippets and runs the app', async ({
  page,
  person,
  request,
  node: _,
}) => {
  await person.signedInBefore()
  await page.goto('/developers?app=cut-out')
  const trial = page.getByRole('region', { name: 'Try it' })
  await trial.getByRole('button', { name: 'Make a key and run Cut-out' }).click()
  await expect(trial.getByRole('status')).toContainText('Waiting for the result')
  await expect(trial.getByText('Answer 200')).toBeVisible({ timeout: 40_000 })
  await expect(trial).toContainText('infra-cost')
  await expect(trial).toContainText('infra-receipt')
  await expect(trial.getByRole('img', { name: /Cut-?Out/i })).toBeVisible()
  await expect(trial).toContainText('Signed by the node')
  expect(await violations(page)).toEqual([])

  const [secret] = /infra_sk_\w+/.exec(await snippet(page).innerText())!
  const key = await (await request.get('/api/key', { headers: { authorization: `Bearer ${secret}` } })).json()
  expect(key).toMatchObject({ creditsTotal: 20, scopes: ['read', 'order'] })
  expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBe(60 * 60_000)
  expect(key.spent).toBeGreaterThan(0)
  const balance = page.getByRole('link', { name: `${500 - key.spent} credits` })
  await expect(balance.filter({ visible: true })).toHaveCount(1)

  // The same key runs the next app, and is only in the memory of this tab.
  await page.getByLabel('App', { exact: true }).selectOption('vectorise')
  await trial.getByRole('button', { name: /^Run / }).click()
  await expect(trial.getByText('Answer 200')).toBeVisible({ timeout: 40_000 })
  const { call } = await callOf(page)
  expect((await call(listKeys)).items.map(({ id }) => id)).toEqual([key.id])
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(secret)
  await trial.getByRole('button', { name: 'Revoke the trial key' }).click()
  await expect(snippet(page)).toContainText('YOUR_KEY')
  expect((await call(listKeys)).items[0]!.revokedAt).not.toBeNull()
})

test('a trial first asks for the missing signature, and can be cancelled @desktop', async ({
  page,
  person: _,
  tolerate,
  wallet,
}) => {
  tolerate(/User rejected the request/)
  wallet.answer.sign = 'reject'
  await page.goto('/developers?app=cut-out')
  const trial = page.getByRole('region', { name: 'Try it' })
  await trial.getByRole('button', { name: 'Link' }).click()
  await expect(trial.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  expect(await violations(page)).toEqual([])
  wallet.answer.sign = 'approve'
  await trial.getByRole('button', { name: 'Sign in' }).click()

  // The request never gets a response.
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/v1/apps/cut-out', () => send())
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/apps/cut-out'))
  await trial.getByRole('button', { name: 'Make a key and run Cut-out' }).click()
  await isSent
  await trial.getByRole('button', { name: 'Cancel' }).click()
  await aborted
  await expect(trial.getByRole('status')).toHaveText(/^Cancelled\. You get the credits back/)
  await expect(trial.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await expect(trial.getByRole('button', { name: 'Run Cut-out' })).toBeFocused()
})
