import { expect, type Page, type Route } from '@playwright/test'
import { test } from '../browser.ts'

test('a visitor sends feedback with the keyboard alone, and is thanked with the start of its id', async ({
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
  const answered = page.waitForResponse('**/bugreport')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const { id } = await (await answered).json()
  const thanks = page.getByRole('heading', { name: 'Thank you. It arrived.' })
  await expect(thanks).toBeFocused()
  await expect(page.getByText(id.slice(0, 8), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send another' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Description')).toHaveValue('')
})

test('a double click sends once', async ({ page }) => {
  let sent = 0
  await page.route('**/bugreport', async (route) => {
    sent++
    await new Promise((done) => setTimeout(done, 300))
    await route.fulfill({ status: 201, json: taken })
  })
  await fillIn(page)
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you. It arrived.' })).toBeVisible()
  expect(sent).toBe(1)
})

test('what is not valid is not sent: the first such field has the focus and says why', async ({ page }) => {
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
  { status: 503, code: 'dependency_unavailable', sentence: 'The network cannot take reports right now.' },
]) {
  test(`a ${status} is told in words, and the draft survives it and a reload`, async ({ page, tolerate }) => {
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

test('a browser that keeps nothing can still send', async ({ page }) => {
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
  await expect(page.getByRole('heading', { name: 'Thank you. It arrived.' })).toBeVisible()
})

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
