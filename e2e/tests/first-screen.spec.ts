import { deleteJob } from '@infra/protocol/jobs'
import { expect } from '@playwright/test'
import { makeJob } from '../network.ts'
import { test } from '../served.ts'
import { untilHydrated } from '../until-hydrated.ts'
import { watchShifts } from '../watch-shifts.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the feed shows real results, each with a link and its picture @desktop', async ({
    page,
    stranger,
  }) => {
    const job = await makeJob(stranger, 'cut-out')
    await expect(async () => {
      await page.goto('/feed')
      const card = page.getByRole('article').filter({ has: page.locator(`[data-job="${job.id}"]`) })
      await expect(card).toContainText(stranger.address.slice(0, 5), { timeout: 500 })
      await expect(card.getByRole('link').first()).toHaveAttribute('href', `/feed?job=${job.id}`, {
        timeout: 500,
      })
      await expect(card.getByRole('img')).toHaveAttribute('srcset', /w/, { timeout: 500 })
    }).toPass()
  })

  test('Home says what Infra is and what the network is doing @desktop', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/other people’s machines/)
    await expect(page.getByText('Nodes online').locator('+ dd')).toHaveText(/^\d+$/)
    await expect(page.getByRole('link', { name: 'Open the feed' })).toHaveAttribute('href', '/feed')
  })
})

for (const path of ['/', '/feed']) {
  test(`${path} looks the same with its inline styles as with the whole stylesheet`, async ({
    page,
    stranger,
    tolerate,
  }) => {
    await makeJob(stranger, 'cut-out')
    // Nothing may change the page except what this test loads.
    tolerate(/ERR_FAILED|imported module/)
    await page.route(/[.](js|css)$/, (route) => route.abort())
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    const { elements, changed } = await page.evaluate(changedByWholeStylesheet)
    expect(elements).toBeGreaterThan(100)
    expect(changed).toEqual([])
  })
}

async function changedByWholeStylesheet(): Promise<{ elements: number; changed: string[] }> {
  await document.fonts.ready
  const all = [...document.querySelectorAll('body, #root *')]
  const styles = () =>
    all.map((element) => {
      const style = getComputedStyle(element)
      return [...style].filter((name) => !name.startsWith('--')).map((name) => style.getPropertyValue(name))
    })
  const before = styles()
  const { href } = document.querySelector<HTMLLinkElement>('link[href$=".css"]')!
  const whole = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${href}?whole` })
  const loaded = new Promise((resolve, reject) => Object.assign(whole, { onload: resolve, onerror: reject }))
  document.head.append(whole)
  await loaded
  const after = styles()
  const isChanged = (_: Element, place: number) => before[place]!.join() !== after[place]!.join()
  return {
    elements: all.length,
    changed: all.filter(isChanged).map((element) => element.outerHTML.slice(0, 200)),
  }
}

for (const path of ['/', '/feed', '/feed?app=cut-out']) {
  test(`${path} is hydrated as the server rendered it, and nothing moves`, async ({ page, stranger }) => {
    await makeJob(stranger, 'cut-out')
    const moved = await watchShifts(page)
    const drawn = page.waitForResponse((response) => response.request().resourceType() === 'document')
    await page.goto(path)
    expect(await (await drawn).text()).toContain('<main id="main"')
    if (path === '/') await expect(page.getByText('Nodes online')).toBeAttached()
    else await untilHydrated(page, 'article time')
    expect(await moved()).toBeLessThan(0.01)
  })
}

test('nothing jumps for a person who returns signed in, and their favourites are marked', async ({
  page,
  person,
  stranger,
}) => {
  const job = await makeJob(stranger, 'cut-out')
  await page.goto('/feed?app=cut-out')
  await person.signIn()
  const heart = page
    .getByRole('article')
    .filter({ has: page.locator(`[data-job="${job.id}"]`) })
    .getByRole('button', { name: /^Favourite/ })
  const answered = page.waitForResponse(`**/job/${job.id}/favorite`)
  await heart.click()
  await answered

  const moved = await watchShifts(page)
  for (const path of ['/feed?app=cut-out', '/']) {
    await page.goto(path)
    await person.isSignedIn()
    if (path !== '/') await expect(heart).toHaveAttribute('aria-pressed', 'true')
    expect(await moved()).toBeLessThan(0.01)
  }
  await person.bar.getByRole('button', { name: 'Disconnect' }).click()
  await person.isVisitor()
  await expect(page.getByRole('button', { name: 'Link a wallet' })).toBeVisible()
})

test('a button that is pressed before the scripts have loaded works once they have @desktop', async ({
  page,
}) => {
  const { promise: through, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/assets/first-*.js', async (route) => {
    await through
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(page.getByTestId('ConnectWallet')).toBeHidden()
  letThrough()
  await expect(page.getByTestId('ConnectWallet')).toBeVisible()
})

test('Back shows the feed as it is now, not as it was @desktop', async ({ page, stranger, tolerate }) => {
  // The picture of the deleted job.
  tolerate(/404/)
  const [first, second] = [await makeJob(stranger, 'cut-out'), await makeJob(stranger, 'cut-out')]
  await page.goto('/feed?app=cut-out')
  await expect(page.locator(`[data-job="${second.id}"]`)).toBeVisible()
  // A page with this listener isn't kept alive: Back renders it again, from what the browser stored.
  await page.evaluate(() => addEventListener('unload', () => {}))
  await page.goto('/robots.txt')
  await stranger.call(deleteJob, { params: { id: second.id } })
  await page.goBack()
  await expect(page.locator(`[data-job="${first.id}"]`)).toBeVisible()
  await expect(page.locator(`[data-job="${second.id}"]`)).toBeHidden()
})
