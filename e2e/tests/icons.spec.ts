import { screens } from '@infra/web/screens'
import { expect } from '@playwright/test'
import { loaded, test } from '../browser.ts'

test('[R-LAY-10] the navigation items, the social links and the chat button have visible icons @desktop', async ({
  harness,
  page,
}) => {
  await harness.open('/feed', loaded)
  const placed = screens.filter(({ placement }) => placement !== 'none').map(({ label }) => label)
  for (const name of [...placed, 'X page', 'DEX pair explorer', 'Telegram group']) {
    const icon = page.getByRole('link', { name, exact: true }).locator('svg')
    await expect(icon, name).toBeVisible()
    await expect(icon, name).toHaveAttribute('aria-hidden', 'true')
    const inked = await icon.evaluate((svg) => {
      const { width, height } = (svg as SVGSVGElement).getBBox()
      return width > 8 && height > 8
    })
    expect(inked, name).toBe(true)
  }
  await expect(page.getByRole('button', { name: 'Open chat' }).locator('svg')).toBeVisible()
})
