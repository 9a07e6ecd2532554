import type { Page } from '@playwright/test'

/** Waits until React has hydrated these elements, which it marks on each of them. From then on they respond. */
export async function untilHydrated(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((selector) => {
    const elements = [...document.querySelectorAll(selector)]
    const isMarked = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))
    return elements.length > 0 && elements.every(isMarked)
  }, selector)
}
