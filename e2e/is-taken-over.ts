import type { Page } from '@playwright/test'

/** React has taken over whatever the server drew there, which it notes on each element: from now on it answers. */
export async function isTakenOver(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((selector) => {
    const drawn = [...document.querySelectorAll(selector)]
    const isNoted = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))
    return drawn.length > 0 && drawn.every(isNoted)
  }, selector)
}
