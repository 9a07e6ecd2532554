import type { Page } from '@playwright/test'

/** React has hydrated what the server rendered there, which it marks on each element; from now on it responds. */
export async function isTakenOver(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((selector) => {
    const drawn = [...document.querySelectorAll(selector)]
    const isNoted = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))
    return drawn.length > 0 && drawn.every(isNoted)
  }, selector)
}
