import { expect } from '@playwright/test'
import { authenticated, connected, loaded, test, visitor } from '../browser.ts'
import { untilHydrated } from '../until-hydrated.ts'

test('[R-NAV-3] [R-LAY-3] the sidebar has Feed, Apps, Nodes, Profile above and the menu group below @desktop', async ({
  harness,
  page,
}) => {
  await harness.open('/feed', loaded)
  const main = page.getByRole('navigation', { name: 'Main' })
  const more = page.getByRole('navigation', { name: 'More' })
  await expect(main.getByRole('link')).toHaveText(['Feed', 'Apps', 'Nodes', 'Profile'])
  await expect(more.getByRole('link')).toHaveText([
    'Ask Infra',
    'Devlog',
    'Feedback',
    'Staking',
    'Developers',
  ])
  const [upper, lower] = [await main.boundingBox(), await more.boundingBox()]
  expect(upper!.y + upper!.height).toBeLessThan(lower!.y)
})

for (const state of [visitor, connected, authenticated]) {
  test(`[R-LAY-2] ${state.phase} without a user: the sidebar hides the auth screens @desktop`, async ({
    harness,
    page,
  }) => {
    await harness.open('/feed', state)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
      'Feed',
      'Apps',
      'Nodes',
    ])
    await expect(page.getByRole('navigation', { name: 'More' }).getByRole('link')).toHaveText([
      'Devlog',
      'Feedback',
      'Developers',
    ])
  })
}

test('[R-LAY-2] an auth screen appears when the user is loaded, and disappears with the user @desktop', async ({
  harness,
  page,
}) => {
  await harness.open('/feed', authenticated)
  const profile = page.getByRole('link', { name: 'Profile' })
  await expect(page.getByRole('link', { name: 'Nodes' })).toBeVisible()
  await expect(profile).toBeHidden()
  await harness.become(loaded)
  await expect(profile).toBeVisible()
  await harness.become(visitor)
  await expect(profile).toBeHidden()
})

test('every link of the sidebar opens its screen and marks it as current @desktop', async ({
  harness,
  page,
}) => {
  await harness.open('/', loaded)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.locator('[aria-current="page"]')).toHaveText(['INFRA'])
  for (const label of [
    'Apps',
    'Nodes',
    'Profile',
    'Ask Infra',
    'Devlog',
    'Feedback',
    'Staking',
    'Developers',
  ]) {
    await sidebar.getByRole('link', { name: label }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(label)
    await expect(sidebar.getByRole('navigation').locator('[aria-current="page"]')).toHaveText([label])
  }
  await sidebar.getByRole('link', { name: 'Infra, home' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
})

test('Tab moves through the sidebar in visual order @desktop', async ({ page }) => {
  await page.goto('/feed')
  await expect(page.getByRole('link', { name: 'All', exact: true })).toBeVisible()
  await untilHydrated(page, 'a')
  const order = [
    ...[
      'Skip to content',
      'Infra, home',
      'Feed',
      'Apps',
      'Nodes',
      'Link',
      'Devlog',
      'Feedback',
      'Developers',
    ],
    ...['X page', 'DEX pair explorer', 'Telegram group', 'All'],
  ]
  for (const name of order) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAccessibleName(name)
    await expect(focused).toBeInViewport()
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  }
})

test('the skip link skips the sidebar @desktop', async ({ page }) => {
  await page.goto('/feed')
  const first = page.getByRole('link', { name: 'All', exact: true })
  await expect(first).toBeVisible()
  await untilHydrated(page, 'a')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await expect(page).toHaveURL((url) => url.hash === '')
})
