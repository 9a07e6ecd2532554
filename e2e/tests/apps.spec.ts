import { listMyJobs } from '@infra/protocol/jobs'
import { expect, type Page, type Request } from '@playwright/test'
import { makePng } from '../made-files.ts'
import { callAs, makeJob, type ServingNode, signInSomeone, startServingNode } from '../network.ts'
import { type Person, test } from '../person.ts'
import { violations } from '../violations.ts'

let node: ServingNode

test.beforeAll(async () => {
  node = await startServingNode({ apps: ['cut-out', 'read-text'], name: 'Desk' })
})
test.afterAll(() => node.stop())

const picture = { name: 'fern.png', mimeType: 'image/png', buffer: Buffer.from(makePng(7, 60, 40)) }
const choose = (page: Page) => page.getByLabel('Picture: choose a file').setInputFiles(picture)
const run = (page: Page) => page.getByRole('button', { name: /^Run · / })
const panel = (page: Page) => page.getByRole('region', { name: 'Your job' })

async function openAs(page: Page, person: Person, path: string) {
  await person.signedInBefore()
  await page.goto(path)
  await person.isSignedIn()
}

async function myJobs(person: { kept: () => Promise<string | null> }) {
  const { accessToken } = JSON.parse((await person.kept())!) as { accessToken: string }
  return (await callAs(accessToken)(listMyJobs, { query: {} })).items
}

test('[I-5] [R-API-5] the catalogue shows what an app does, how many nodes serve it and what it costs', async ({
  page,
}) => {
  await page.goto('/apps')
  const card = page.getByRole('listitem').filter({ hasText: 'Cut-out' })
  await expect(card).toContainText('Frees the subject from its background.')
  await expect(card).toContainText(/\d+ nodes? online/)
  await expect(card).toContainText('from 2 credits')
  await expect(card.getByRole('img', { name: 'Cut-out: before and after' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('an app opens at its own address, and closing it returns the focus to its link @desktop', async ({
  page,
}) => {
  await page.goto('/apps')
  const link = page.getByRole('link', { name: 'Read Text' })
  await link.click()
  await expect(page).toHaveURL(/[?&]app=read-text/)
  await expect(page.getByRole('heading', { name: 'Read Text', level: 2 })).toBeFocused()
  await page.goBack()
  await expect(link).toBeFocused()
  await link.click()
  await page.getByRole('button', { name: 'All apps' }).click()
  await expect(page).toHaveURL((url) => url.search === '')
  await expect(link).toBeFocused()
})

test('a link to an app opens its form; a link to an unknown app says so @desktop', async ({ page }) => {
  await page.goto('/apps?app=cut-out')
  await expect(page.getByRole('form', { name: 'Cut-out' })).toBeVisible()
  await page.goto('/apps?app=nothing-of-ours')
  await expect(page.getByRole('heading', { name: 'App not found.' })).toBeVisible()
  await page.getByRole('button', { name: 'See the apps' }).click()
  await expect(page.getByRole('link', { name: 'Cut-out' })).toBeVisible()
})

test('[I-7] [R-LAY-11] a visitor fills in a form, links a wallet last, and the job is ordered as filled in', async ({
  page,
  person,
}) => {
  await page.goto('/apps?app=cut-out')
  await choose(page)
  await page.getByText('A colour', { exact: true }).click()
  await page.getByLabel('Colour', { exact: true }).fill('#123456')
  await expect(page.getByRole('button', { name: 'Run · 3 credits' })).toBeVisible()
  await run(page).click()
  await person.isSignedIn()
  await expect(panel(page).getByRole('img', { name: /^Cut-out( by|:)/ })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('You have 497 credits')).toBeVisible()
  const [job] = await myJobs(person)
  expect(job).toMatchObject({ input: { subject: 'object', background: 'color', color: '#123456' }, price: 3 })
  await panel(page).getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(new RegExp(`job=${job!.id}`))
})

test('[X01] a double click on Run orders one job @desktop', async ({ page, person }) => {
  await openAs(page, person, '/apps?app=cut-out')
  await choose(page)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await run(page).dblclick()
  // A second order would have been sent long before the first is done.
  await expect(panel(page)).toContainText('Finished', { timeout: 20_000 })
  expect(await myJobs(person)).toHaveLength(1)
})

test('[X02] a retry after a lost response orders no second job @desktop', async ({
  page,
  person,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to load/)
  const keys: (string | undefined)[] = []
  await openAs(page, person, '/apps?app=cut-out')
  await choose(page)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await page.route('**/api/job', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // The network has the order, but its response is lost. The page retries once by itself, then the person does.
    const answer = await route.fetch()
    return keys.length < 3 ? route.abort() : route.fulfill({ response: answer })
  })
  await run(page).click()
  await expect(page.getByText('Retrying won’t charge you twice')).toBeVisible({ timeout: 15_000 })
  await run(page).click()
  await expect(panel(page)).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(await myJobs(person)).toHaveLength(1)
})

test('a draft keeps its picture across a reload, without a second upload @desktop', async ({
  page,
  person,
}) => {
  let sent = 0
  page.on('request', (request) => {
    if (isUpload(request)) sent++
  })
  await openAs(page, person, '/apps?app=cut-out')
  await choose(page)
  await page.getByText('Portrait', { exact: true }).click()
  await page.getByText('Only me', { exact: true }).click()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: 'Picture, as chosen' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Portrait' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Only me' })).toBeChecked()
  await run(page).click()
  await expect(panel(page)).toContainText('Finished', { timeout: 20_000 })
  expect(sent).toBe(1)
  expect(await myJobs(person)).toMatchObject([{ visibility: 'private', input: { subject: 'portrait' } }])
})

test('[X04] a job goes on in its panel after a reload @desktop', async ({ page, person }) => {
  await openAs(page, person, '/apps?app=cut-out')
  await choose(page)
  await run(page).click()
  await expect(panel(page)).toBeVisible()
  await page.reload()
  await expect(panel(page)).toContainText('Finished', { timeout: 20_000 })
})

interface Refused {
  status: number
  code: string
  words: string
  errors?: { pointer: string; message: string }[]
  retryAfter?: string
}

const refusals: Refused[] = [
  { status: 402, code: 'insufficient_credits', words: 'This costs 3 credits; you have 500.' },
  { status: 409, code: 'app_unavailable', words: 'This app is unavailable right now. You weren’t charged' },
  {
    ...{ status: 410, code: 'input_expired', words: 'Picture has expired.' },
    errors: [{ pointer: '/input/image', message: 'has expired' }],
  },
  { status: 413, code: 'payload_too_large', words: 'That’s too much text.' },
  {
    ...{ status: 422, code: 'validation_failed', words: 'Picture must be smaller.' },
    errors: [{ pointer: '/input/image', message: 'must be smaller' }],
  },
  { status: 429, code: 'queue_limit', words: 'You have too many jobs waiting' },
  { status: 429, code: 'rate_limited', retryAfter: '2', words: 'Try again in' },
  { status: 503, code: 'dependency_unavailable', retryAfter: '2', words: 'Infra isn’t responding' },
]
test('[X11] each refusal of an order shows a message of its own, and the form can be sent again @desktop', async ({
  page,
  person,
  tolerate,
}) => {
  test.slow()
  tolerate(/status of 4(02|09|10|13|22|29)|status of 503/)
  await openAs(page, person, '/apps?app=cut-out')
  await choose(page)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  for (const { status, code, words, errors, retryAfter } of refusals) {
    await test.step(`${status} ${code}`, async () => {
      const problem = { type: '/x', title: 'x', status, code, detail: 'x', instance: 'urn:request:1', errors }
      await page.route('**/api/job', (route) =>
        isOrder(route.request())
          ? route.fulfill({
              status,
              headers: retryAfter ? { 'retry-after': retryAfter } : {},
              contentType: 'application/problem+json',
              body: JSON.stringify(problem),
            })
          : route.fallback(),
      )
      await run(page).click()
      await expect(page.getByText(words)).toBeVisible()
      if (retryAfter) await expect(page.getByText('You can try again now.')).toBeVisible()
      if (errors) await expect(page.getByLabel('Picture: replace')).toBeFocused()
      await expect(page.getByRole('img', { name: 'Picture, as chosen' })).toBeVisible()
      await page.unroute('**/api/job')
      const accepted = page.waitForResponse((response) => isOrder(response.request()))
      await run(page).click()
      expect((await accepted).ok()).toBe(true)
      await expect(panel(page)).toContainText('Finished', { timeout: 20_000 })
    })
  }
})

test('a file of an unsupported type is refused at its field @desktop', async ({ page, person, tolerate }) => {
  tolerate(/status of 4(15|22)/)
  await openAs(page, person, '/apps?app=cut-out')
  const html = { name: 'fern.png', mimeType: 'image/png', buffer: Buffer.from('<html>') }
  await page.getByLabel('Picture: choose a file').setInputFiles(html)
  await expect(page.getByText('Picture has a file type that isn’t supported')).toBeVisible()
})

test('cloning another’s job fills in the form with its file, and the new job names its parent @desktop', async ({
  page,
  person,
}) => {
  const original = await makeJob(await signInSomeone(), 'cut-out')
  await openAs(page, person, `/apps?app=cut-out&clone=${original.id}`)
  await expect(page.getByText('Copied from another job.')).toBeVisible()
  await page.getByText('Portrait', { exact: true }).click()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Portrait' })).toBeChecked()
  await expect(page.getByRole('img', { name: 'Picture, as chosen' })).toBeVisible()
  await run(page).click()
  await expect(panel(page)).toContainText('Finished', { timeout: 20_000 })
  const [job] = await myJobs(person)
  expect(job).toMatchObject({ parentId: original.id, input: { ...original.input, subject: 'portrait' } })
})

test('cloning a job that doesn’t exist says so @desktop', async ({ page, tolerate }) => {
  tolerate(/status of 404/)
  await page.goto(`/apps?app=cut-out&clone=${crypto.randomUUID()}`)
  await expect(page.getByText('The job you want to copy was deleted')).toBeVisible()
})

test('an app that no node serves says so and cannot be run @desktop', async ({ page, person }) => {
  await page.route('**/api/app', async (route) => {
    const { items } = await (await route.fetch()).json()
    await route.fulfill({ json: { items: items.map((app: object) => ({ ...app, nodes: 0 })) } })
  })
  await openAs(page, person, '/apps')
  await expect(page.getByText('Unavailable').first()).toBeVisible()
  await page.getByRole('link', { name: 'Cut-out' }).click()
  await expect(page.getByText('no node that runs it is online')).toBeVisible()
  await expect(run(page)).toBeDisabled()
})

test('a catalogue that fails to load says so and can be loaded again @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/)
  await page.route('**/api/app', (route) => route.abort())
  await page.goto('/apps')
  await expect(page.getByText('Couldn’t load the apps.')).toBeVisible()
  await page.unroute('**/api/app')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Cut-out' })).toBeVisible()
})

test('an app’s form works in a browser that blocks localStorage @desktop', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto('/apps?app=cut-out')
  await choose(page)
  await expect(page.getByRole('button', { name: 'Run · 3 credits' })).toBeVisible()
})

test('axe finds nothing serious in the form, which fits 320 pixels', async ({ page, person }) => {
  await openAs(page, person, '/apps?app=cut-out')
  await choose(page)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

function isUpload(request: Request): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === '/api/file'
}

function isOrder(request: Request): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === '/api/job'
}
