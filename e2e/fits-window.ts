import { expect, type Page } from '@playwright/test'

/** From a small phone to a large screen, nothing needs sideways scrolling. */
export async function expectToFitAnyWindow(page: Page): Promise<void> {
  for (const width of [320, 768, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  }
}
