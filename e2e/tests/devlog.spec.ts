import { type DevlogEntry, listDevlog } from '@infra/protocol/devlog'
import { expect } from '@playwright/test'
import { test } from '../served.ts'
import { violations } from '../violations.ts'

let entries: DevlogEntry[]
test.beforeEach(async ({ stranger }) => {
  entries = (await stranger.call(listDevlog)).items
})

test('[I-11] [R-API-5] the devlog tells what changed, newest first, and filters by kind in the address', async ({
  page,
}) => {
  await page.goto('/devlog')
  await expect(page.getByRole('article')).toHaveCount(entries.length)
  await expect(page.getByRole('article').first()).toContainText(entries[0]!.title)
  await page.getByRole('link', { name: /^Notices/ }).click()
  await expect(page).toHaveURL(/\?kind=notice$/)
  const notices = entries.filter(({ kind }) => kind === 'notice')
  await expect(page.getByRole('article')).toHaveCount(notices.length)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(notices.length)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(entries.length)
})

test('[R-NAV-8] an entry has an address that leads to it, also when the devlog is open already @desktop', async ({
  page,
}) => {
  const last = entries.at(-1)!
  await page.goto(`/devlog#${last.id}`)
  const heading = page.getByRole('heading', { name: last.title })
  await expect(heading).toBeInViewport()
  await expect(page.locator(`#${last.id}`)).toBeFocused()

  const first = page.getByRole('heading', { name: entries[0]!.title })
  await first.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`#${entries[0]!.id}$`))
  await expect(first).toBeInViewport()
  await page.goBack()
  await expect(heading).toBeInViewport()
})

test('what is new since the last visit is marked; on a first visit nothing is @desktop', async ({ page }) => {
  const mark = page.getByText('New since your last visit', { exact: true })
  await page.goto('/devlog')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(mark).toHaveCount(0)
  await page.evaluate(
    (date) => localStorage.setItem('infra.devlog-seen', date),
    entries[2]!.date.toISOString(),
  )
  await page.reload()
  await expect(mark).toHaveCount(2)
  await expect(page.getByText('2 entries are new since your last visit.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test('a kind that there is not says so @desktop', async ({ page }) => {
  await page.goto('/devlog?kind=rumour')
  await expect(page.getByRole('heading', { name: 'No entries of this kind.' })).toBeVisible()
  await page.getByRole('link', { name: 'See all entries' }).click()
  await expect(page.getByRole('article')).toHaveCount(entries.length)
})

test('a devlog that does not arrive says so, and comes when tried again @desktop', async ({
  page,
  tolerate,
}) => {
  tolerate(/503/)
  await page.route('**/api/devlog', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/devlog')
  await expect(page.getByRole('heading', { name: 'Couldn’t load the devlog' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.unroute('**/api/devlog')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(entries.length)
})

test('feed readers find the Atom feed, and a browser reads it without complaint @desktop', async ({
  page,
}) => {
  await page.goto('/devlog')
  const address = await page.locator('link[type="application/atom+xml"]').getAttribute('href')
  const answer = await page.request.get(address!)
  expect(answer.headers()['content-type']).toContain('application/atom+xml')
  const read = await page.evaluate(async (url) => {
    // Parsing a string is not allowed to the page; a request may bring a document.
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.responseType = 'document'
    request.overrideMimeType('application/xml')
    await new Promise((done) => {
      request.onload = done
      request.send()
    })
    const xml = request.responseXML
    return xml && [...xml.querySelectorAll('entry > title')].map((title) => title.textContent)
  }, address!)
  expect(read).toEqual(entries.map(({ title }) => title))
})
