import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Problems that axe rates serious or worse on the current page. */
export async function violations(page: Page): Promise<string[]> {
  // The other mode, which checks frames, opens a page for each check; we have no frames.
  const found = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
