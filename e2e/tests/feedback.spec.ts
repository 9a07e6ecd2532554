import { listMyFeedback, sendBugReport } from '@infra/protocol/feedback'
import { answerFeedback } from '@infra/protocol/moderation'
import { shortId } from '@infra/protocol/values/short-id'
import { expect, type Page, type Route } from '@playwright/test'
import { makePng } from '../made-files.ts'
import { moderatorKey, signInSomeone } from '../network.ts'
import { test } from '../person.ts'
import { callOf } from '../served.ts'
import { violations } from '../violations.ts'

test('[I-10] a visitor sends feedback by keyboard alone, and sees the end of its id @desktop', async ({
  page,
}) => {
  await page.goto('/feedback')
  await page.getByRole('radio', { name: 'Bug' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Idea' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('A title by keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.type('And a description, also typed.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('fern@example.org')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Screenshot: choose a file')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  const answered = page.waitForResponse('**/bugreport')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const { id } = await (await answered).json()
  const thanks = page.getByRole('heading', { name: 'Thank you. We got it.' })
  await expect(thanks).toBeFocused()
  await expect(page.getByText(shortId(id), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send another' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Description')).toHaveValue('')
})

test('a double click sends one report @desktop', async ({ page }) => {
  let sent = 0
  await page.route('**/bugreport', async (route) => {
    sent++
    await new Promise((done) => setTimeout(done, 300))
    await route.fulfill({ status: 201, json: taken })
  })
  await fillIn(page)
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you. We got it.' })).toBeVisible()
  expect(sent).toBe(1)
})

test('invalid feedback is not sent: the first invalid field gets the focus and says why @desktop', async ({
  page,
}) => {
  let sent = 0
  await page.route('**/bugreport', (route) => {
    sent++
    return route.abort()
  })
  await fillIn(page, { title: 'abc', description: 'x'.repeat(4001) })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(
    /Title must have at least 4 characters\./,
  )
  await expect(page.getByText('Description must have at most 4000 characters.')).toBeVisible()
  await expect(page.getByText('4001 / 4000')).toBeVisible()
  expect(sent).toBe(0)
})

for (const { status, code, headers, errors, sentence } of [
  {
    status: 422,
    code: 'validation_failed',
    errors: [{ pointer: '/title', message: 'must not be a joke' }],
    sentence: 'Title must not be a joke.',
  },
  { status: 429, code: 'rate_limited', headers: { 'retry-after': '42' }, sentence: 'send it in 42 seconds.' },
  { status: 503, code: 'dependency_unavailable', sentence: 'Infra can’t take reports right now.' },
]) {
  test(`a ${status} shows a message, and the draft survives it and a reload @desktop`, async ({
    page,
    tolerate,
  }) => {
    tolerate(new RegExp(`status of ${status}`))
    await page.route('**/bugreport', (route) => refuse(route, { status, code, headers, errors }))
    await fillIn(page)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('It breaks')
    await expect(page.getByLabel('Description')).toHaveValue('It breaks when I look at it.')
  })
}

test('[F19] [F20] [X02] a lost response, a reload and a second try make one report with its screenshot @desktop', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/)
  await fillIn(page)
  await person.signIn()
  await page.getByLabel('Contact').fill('fern@example.org')
  await page.getByLabel('Screenshot: choose a file').setInputFiles(screenshot())
  await expect(page.getByRole('img', { name: 'Screenshot 1' })).toBeVisible()
  // The report arrives, but its response is lost.
  await page.route('**/bugreport', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Infra can’t take reports right now.')).toBeVisible()
  await page.unroute('**/bugreport')
  await page.reload()
  await person.isSignedIn()
  await expect(page.getByLabel('Contact')).toHaveValue('fern@example.org')
  await expect(page.getByRole('img', { name: 'Screenshot 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. We got it.' })).toBeVisible()

  await expect(page.getByRole('listitem').filter({ hasText: 'It breaks' })).toContainText('Unread')
  const { items } = await (await callOf(page)).call(listMyFeedback)
  expect(items).toMatchObject([{ contact: 'fern@example.org', screenshots: [{ width: 320 }] }])
  await page.getByText('What you wrote').click()
  await expect(page.getByRole('img', { name: 'Screenshot 1' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('[F14] a screenshot that is no picture is refused at its field, and the report is sent without it @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 4(15|22)/)
  await fillIn(page)
  await page
    .getByLabel('Screenshot: choose a file')
    .setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('A screenshot has a file type that isn’t supported')).toBeVisible()
  await expect(page.getByLabel('Screenshot: choose a file')).toBeFocused()
  await page.getByRole('button', { name: 'Remove screenshot 1' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. We got it.' })).toBeVisible()
})

test('diagnostics name the screen that the person came from, and are sent as shown @desktop', async ({
  page,
}) => {
  const answered = page.waitForResponse('**/api/app')
  await page.goto('/apps')
  await (await answered).finished()
  await page.getByRole('link', { name: 'Feedback' }).first().click()
  await page.getByLabel('Title').fill('It breaks')
  await page.getByLabel('Description').fill('It breaks when I look at it.')
  const shown = await page.getByRole('group', { name: 'Diagnostics' }).innerText()
  const asked = page.waitForRequest('**/bugreport')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const { diagnostics } = (await asked).postDataJSON()
  expect(diagnostics).toMatchObject({ version: 'Beta 1.0.1', page: '/apps' })
  expect(diagnostics.requestIds.length).toBeGreaterThan(0)
  for (const part of [diagnostics.browser, ...diagnostics.requestIds]) expect(shown).toContain(part)
})

test('a title like that of a known report shows that report, its answer and what changed', async ({
  page,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const { call } = await signInSomeone()
  const { id } = await call(sendBugReport, {
    body: { kind: 'bug', title: `Thumbnails ${mark} flicker when scrolling`, description: 'They really do.' },
  })
  const moderator = await signInSomeone(moderatorKey())
  await moderator.call(answerFeedback, {
    params: { id },
    body: { state: 'fixed', answer: 'They hold still now.', devlogEntry: 'still-thumbnails' },
  })
  await page.goto('/feedback')
  await page.getByLabel('Title').fill(`Scrolling: ${mark} thumbnail flickers`)
  const alike = page.getByRole('region', { name: 'Similar reports' })
  const known = alike.getByRole('listitem').filter({ hasText: `Thumbnails ${mark} flicker when scrolling` })
  await expect(known).toContainText('Fixed')
  await expect(known).toContainText('They hold still now.')
  await expect(known.getByRole('link', { name: 'See what changed' })).toHaveAttribute(
    'href',
    '/devlog#still-thumbnails',
  )
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Title').fill('abc')
  await expect(alike).toBeHidden()
})

test('the screen fits 320 and 2560 pixels, even with very long words @desktop', async ({ page }) => {
  for (const width of [320, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    await fillIn(page, { title: 'x'.repeat(120), description: 'y'.repeat(600) })
    await expect(page.getByRole('group', { name: 'Diagnostics' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('feedback can be sent in a browser that blocks localStorage @desktop', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.route('**/bugreport', (route) => route.fulfill({ status: 201, json: taken }))
  await fillIn(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. We got it.' })).toBeVisible()
})

const screenshot = () => ({ name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from(makePng(1)) })

const taken = { id: '018f3a5c-1111-7222-8333-444455556666', createdAt: '2026-01-02T03:04:05Z' }

async function fillIn(
  page: Page,
  report = { title: 'It breaks', description: 'It breaks when I look at it.' },
) {
  await page.goto('/feedback')
  await page.getByLabel('Title').fill(report.title)
  await page.getByLabel('Description').fill(report.description)
}

interface Reply {
  status: number
  code: string
  headers?: Record<string, string>
  errors?: { pointer: string; message: string }[]
}

function refuse(route: Route, { status, code, headers, errors }: Reply): Promise<void> {
  const problem = {
    type: '/problems/x',
    title: 'x',
    status,
    code,
    detail: 'x',
    instance: 'urn:request:1',
    errors,
  }
  return route.fulfill({
    status,
    headers,
    contentType: 'application/problem+json',
    body: JSON.stringify(problem),
  })
}
