import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { makeJob } from '../network.ts'
import { test } from '../served.ts'
import { watchShifts } from '../watch-shifts.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** A feed with results also loads its wall, its cards and its live updates. */
const limits = [
  ['/', 90],
  ['/feed', 95],
] as const

for (const [path, kilobytes] of limits) {
  test(`the scripts that ${path} loads before any interaction have at most ${kilobytes} kB, gzipped`, async ({
    page,
    stranger,
  }) => {
    await makeJob(stranger, 'cut-out')
    const scripts: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.push(response.body().catch(() => Buffer.alloc(0)))
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    // The feed's stream never ends, so the network is never idle.
    for (let known = -1; known < scripts.length; await page.waitForTimeout(1_500)) known = scripts.length
    const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body, { level: 9 }).length)
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(kilobytes * 1000)
  })
}

test('nothing on Home moves after the first paint', async ({ page }) => {
  const moved = await watchShifts(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'The network now' })).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(await moved()).toBeLessThan(0.01)
})
