import { favoriteJob, getJob, type Job, submitJob } from '@infra/protocol/jobs'
import { searchJobs } from '@infra/protocol/jobs/search-jobs'
import { expect, type Page } from '@playwright/test'
import { expectToFitAnyWindow } from '../fits-window.ts'
import { type HandNode, type Someone, startHandNode } from '../network.ts'
import { test } from '../served.ts'
import { violations } from '../violations.ts'

let teller: HandNode
test.beforeAll(async () => {
  // It only runs these tests' stories; others have jobs that must wait.
  teller = await startHandNode({ apps: ['story-teller'] })
})
test.afterAll(() => teller.stop())

test('the search finds results by their words and is in the address, and Back returns to the feed', async ({
  page,
  stranger,
}) => {
  const word = oneWord()
  const walrus = await makeStory(stranger, `A ${word} walrus juggled oranges at the circus.`)
  const other = await makeStory(stranger, 'A baker lost the key of the oven.')
  await page.goto('/feed')
  await expect(card(page, other.id)).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Search the feed' })
  await field.pressSequentially(`"${word}"`)
  await expect(page).toHaveURL(new RegExp(`\\?q=%22${word}%22$`))
  await expect(card(page, walrus.id)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('1 result', { exact: true })).toBeAttached()
  expect(await violations(page)).toEqual([])
  await expectToFitAnyWindow(page)

  await page.reload()
  await expect(field).toHaveValue(`"${word}"`)
  await expect(card(page, walrus.id)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/feed$/)
  await expect(field).toHaveValue('')
  await expect(card(page, other.id)).toBeVisible()
})

test('a search that is typed before the scripts have loaded is kept, and done once they have @desktop', async ({
  page,
  stranger,
}) => {
  const word = oneWord()
  const walrus = await makeStory(stranger, `A ${word} walrus juggled oranges at the circus.`)
  const { promise: through, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/assets/first-*.js', async (route) => {
    await through
    await route.continue()
  })
  await page.goto('/feed', { waitUntil: 'commit' })
  const field = page.getByRole('searchbox', { name: 'Search the feed' })
  await field.pressSequentially(`"${word}"`)
  letThrough()
  await expect(page).toHaveURL(new RegExp(`\\?q=%22${word}%22$`))
  await expect(field).toHaveValue(`"${word}"`)
  await expect(card(page, walrus.id)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a search keeps its words with an app and an order, and says when nothing is found @desktop', async ({
  page,
  stranger,
}) => {
  const word = oneWord()
  const [first, second] = [
    await makeStory(stranger, `The ${word} drum was red.`),
    await makeStory(stranger, `The ${word} drum was blue.`),
  ]
  await stranger.call(favoriteJob, { params: { id: first.id } })
  // In quotes, since otherwise results of other tests with a similar meaning would be found too.
  await page.goto(`/feed?q=%22${word}%22`)
  await expect(card(page, first.id)).toBeVisible()
  const order = page.getByRole('navigation', { name: 'Order' })
  await order.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL(/sort=new/)
  await expect.poll(() => shownIds(page)).toEqual([second.id, first.id])
  await order.getByRole('link', { name: 'Most liked this week' }).click()
  await expect.poll(() => shownIds(page)).toEqual([first.id, second.id])

  await page.getByRole('link', { name: 'Vectorise', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`app=vectorise&q=%22${word}%22&sort=liked`))
  await expect(page.getByRole('heading', { name: `No results for "${word}"` })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expectToFitAnyWindow(page)
  await page.getByRole('link', { name: 'Search all apps' }).click()
  await expect(card(page, first.id)).toBeVisible()
})

test('the search works by keyboard alone: Enter sends, Escape clears, Tab leads to the results @desktop', async ({
  page,
  stranger,
}) => {
  const word = oneWord()
  const { id } = await makeStory(stranger, `A ${word} lantern.`)
  await page.goto('/feed?sort=liked')
  const field = page.getByRole('searchbox', { name: 'Search the feed' })
  await field.focus()
  await page.keyboard.type(`"${word}"`)
  await page.keyboard.press('Enter')
  await expect(card(page, id)).toBeVisible()
  for (let tabs = 0; tabs < 8 && !(await isFocused(page, id)); tabs++) await page.keyboard.press('Tab')
  expect(await isFocused(page, id)).toBe(true)
  await field.focus()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/feed\?sort=liked$/)
})

/** A public story that is finished and that the search finds. */
async function makeStory({ call }: Someone, prompt: string): Promise<Job> {
  const { id } = await call(submitJob, { body: { appId: 'story-teller', input: { prompt } } })
  await teller.finish(await teller.claim(id))
  const isFound = async () => {
    const { items } = await call(searchJobs, { query: { q: prompt, sort: 'new' } })
    return items.some((job) => job.id === id)
  }
  await expect.poll(isFound, { timeout: 30_000 }).toBe(true)
  return call(getJob, { params: { id } })
}

/** A word that no other test uses. */
function oneWord(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => 'bdfgklmnprstvz'[byte % 14]).join(
    'a',
  )
}

function card(page: Page, jobId: string) {
  return page.getByRole('article').filter({ has: page.locator(`[data-job="${jobId}"]`) })
}

function shownIds(page: Page): Promise<(string | undefined)[]> {
  return page
    .getByRole('article')
    .evaluateAll((articles) =>
      articles.map((article) => article.querySelector<HTMLElement>('[data-job]')?.dataset.job),
    )
}

function isFocused(page: Page, jobId: string): Promise<boolean> {
  return page.evaluate(
    (id) => document.activeElement?.closest<HTMLElement>('[data-job]')?.dataset.job === id,
    jobId,
  )
}
