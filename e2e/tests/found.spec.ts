import { expect } from '@playwright/test'
import { makeJob } from '../network.ts'
import { test } from '../served.ts'
import { untilHydrated } from '../until-hydrated.ts'
import { violations } from '../violations.ts'

test('title, canonical link and description change with the screen @desktop', async ({ page }) => {
  await page.goto('/feed')
  // Until then a link loads another page, with its own head.
  await untilHydrated(page, 'nav a')
  await page.getByRole('link', { name: 'Nodes', exact: true }).click()
  await expect(page).toHaveTitle('Nodes · Infra')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/nodes$/)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^The machines that run/)
})

test('the app can be installed: its manifest names icons that exist @desktop', async ({ page }) => {
  await page.goto('/')
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' })
  expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable')
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/feed', '/apps'])
  const worker = await page.request.get('/service-worker.js')
  expect(worker.headers()).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'no-cache',
  })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']).toContain(type)
    if (type !== 'image/png') continue
    const size = await page.evaluate(async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size).toBe(sizes)
  }
  expect((await page.request.get('/apple-touch-icon.png')).status()).toBe(200)
})

test('a shared result has a preview picture of 1200 by 630 pixels @desktop', async ({ page, stranger }) => {
  const job = await makeJob(stranger, 'read-text')
  await page.goto(`/feed?job=${job.id}`)
  const card = new URL((await page.locator('meta[property="og:image"]').getAttribute('content'))!)
  const size = await page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, card.pathname)
  expect(size).toEqual([1200, 630])
})

test('a wrong id says so @desktop', async ({ page, tolerate }) => {
  tolerate(/status of (404|422)/)
  for (const [path, words] of [
    ['/feed?job=4e8a2f64-0000-4000-8000-000000000000', 'This job doesn’t exist'],
    ['/feed?job=cut-short', 'This job doesn’t exist'],
    ['/?job=4e8a2f64-0000-4000-8000-000000000000', 'This job doesn’t exist'],
    ['/apps?app=nothing-like-it', 'App not found.'],
    ['/nodes?node=0x0000000000000000000000000000000000000001', 'Node not found.'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words).first()).toBeVisible()
    expect(await violations(page), path).toEqual([])
  }
})
