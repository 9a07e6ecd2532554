import { type DevlogEntry, listDevlog } from '@infra/protocol/devlog'
import { expect } from '@playwright/test'
import { test } from '../served.ts'
import { violations } from '../violations.ts'

let entries: DevlogEntry[]
test.beforeEach(async ({ stranger }) => {
  entries = (await stranger.call(listDevlog)).items
})

test('[I-11] [R-API-5] the devlog lists its entries, newest first, and filters by the kind in the address', async ({
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

test('[R-NAV-8] an entry’s address scrolls to it, even if the devlog is already open @desktop', async ({
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

test('entries since the last visit are marked as new; on a first visit none are @desktop', async ({
  page,
}) => {
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

test('an unknown kind says that there are no such entries @desktop', async ({ page }) => {
  await page.goto('/devlog?kind=rumour')
  await expect(page.getByRole('heading', { name: 'No entries of this kind.' })).toBeVisible()
  await page.getByRole('link', { name: 'See all entries' }).click()
  await expect(page.getByRole('article')).toHaveCount(entries.length)
})

test('a devlog that fails to load says so and can be loaded again @desktop', async ({ page, tolerate }) => {
  tolerate(/503/)
  await page.route('**/api/devlog', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/devlog')
  await expect(page.getByRole('heading', { name: 'Couldn’t load the devlog' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.unroute('**/api/devlog')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(entries.length)
})

test('the devlog links to an Atom feed that a browser can parse @desktop', async ({ page }) => {
  await page.goto('/devlog')
  const address = await page.locator('link[type="application/atom+xml"]').getAttribute('href')
  const answer = await page.request.get(address!)
  expect(answer.headers()['content-type']).toContain('application/atom+xml')
  const read = await page.evaluate(async (url) => {
    // The page may not parse a string, but a request may return a document.
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
