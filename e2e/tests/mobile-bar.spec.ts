import { VERSION_LABEL } from '@infra/protocol/values/version'
import { expect } from '@playwright/test'
import { authenticated, connected, loaded, test, visitor } from '../browser.ts'
import { untilHydrated } from '../until-hydrated.ts'

const forVisitors = ['Devlog', 'Feedback', 'Developers']
const forUsers = ['Ask Infra', 'Devlog', 'Feedback', 'Staking', 'Developers']

for (const [state, items, more] of [
  [visitor, ['Feed', 'Apps', 'Nodes', 'Link', 'Menu'], forVisitors],
  [connected, ['Feed', 'Apps', 'Nodes', 'Menu'], forVisitors],
  [authenticated, ['Feed', 'Apps', 'Nodes', 'Profile', 'Menu'], forUsers],
  [loaded, ['Feed', 'Apps', 'Nodes', 'Profile', 'Menu'], forUsers],
] as const) {
  test(`[R-LAY-4] [R-NAV-3] [R-LAY-3] ${state.phase}${state.user ? ' with the user loaded' : ''}: the bar has ${items.join(', ')}, and the Menu panel expands to ${more.join(', ')} @phone`, async ({
    harness,
    page,
  }) => {
    await harness.open('/feed', state)
    await expect(page.getByRole('navigation', { name: 'Bar' }).getByRole('listitem')).toHaveText([...items])
    const menu = page.getByRole('button', { name: 'Menu' })
    const panel = page.getByRole('region', { name: 'Menu' })
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await expect(panel).toBeHidden()
    await menu.tap()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await expect(panel.getByRole('list').first().getByRole('listitem')).toHaveText(more)
    await expect(panel.getByText(VERSION_LABEL)).toBeInViewport()
    await menu.tap()
    await expect(panel).toBeHidden()
  })
}

test('the Menu panel closes on Escape and on navigation, and returns the focus each time @phone', async ({
  page,
}) => {
  await page.goto('/feed')
  const menu = page.getByRole('button', { name: 'Menu' })
  const panel = page.getByRole('region', { name: 'Menu' })
  await untilHydrated(page, 'nav button')
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('link', { name: 'Devlog' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(menu).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devlog')
  await expect(panel).toBeHidden()
  await expect(menu).toBeFocused()
})

test('the Menu panel closes when the page beside it is touched @phone', async ({ page }) => {
  await page.goto('/feed')
  await page.getByRole('button', { name: 'Menu' }).tap()
  const panel = page.getByRole('region', { name: 'Menu' })
  await expect(panel).toBeVisible()
  await page.getByRole('main').tap({ position: { x: 5, y: 5 } })
  await expect(panel).toBeHidden()
})

test('every link of the bar opens its screen and marks it as current @phone', async ({ harness, page }) => {
  await harness.open('/feed', loaded)
  const bar = page.getByRole('navigation', { name: 'Bar' })
  await expect(bar.locator('[aria-current="page"]')).toHaveText(['Feed'])
  for (const label of ['Apps', 'Nodes', 'Profile']) {
    await bar.getByRole('link', { name: label }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(label)
    await expect(bar.locator('[aria-current="page"]')).toHaveText([label])
  }
})

test('Tab moves through the bar and into the Menu panel @phone', async ({ page }) => {
  await page.goto('/feed')
  await untilHydrated(page, 'nav a, nav button')
  await page.getByRole('link', { name: 'Feed', exact: true }).focus()
  for (const name of ['Apps', 'Nodes', 'Link', 'Menu']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  // The panel is loaded when it's first opened.
  await expect(page.getByRole('link', { name: 'Devlog' })).toBeVisible()
  for (const name of ['Devlog', 'Feedback', 'Developers', 'X page', 'DEX pair explorer', 'Telegram group']) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
})

test('the end of a page is not covered by the bar @phone', async ({ page }) => {
  await page.goto('/')
  // The part below the first screen is rendered at the first interaction.
  await page.keyboard.press('Shift')
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeAttached()
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const end = await page.getByRole('contentinfo').boundingBox()
    const bar = await page.getByRole('navigation', { name: 'Bar' }).boundingBox()
    // Heights aren't whole pixels.
    expect(end!.y + end!.height).toBeLessThanOrEqual(bar!.y + 2)
  }).toPass()
})
