import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Problems that axe rates serious or worse on the current page. */
export async function violations(page: Page): Promise<string[]> {
  // Half a megabyte of source, which a page that was checked before has already compiled.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // The other mode, which checks frames, opens a page for each check; we have no frames.
  const found = await new AxeBuilder(isLoaded ? { page, axeSource: ';' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
