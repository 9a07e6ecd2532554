import { VERSION_LABEL } from '@infra/protocol/values/version'
import { screens } from '@infra/web/screens'
import { expect, type Page } from '@playwright/test'
import { authenticated, connected, loaded, SHORT_ADDRESS, test, visitor } from '../browser.ts'
import { untilHydrated } from '../until-hydrated.ts'
import { violations } from '../violations.ts'

for (const fontSize of [12, 16, 24]) {
  test(`[R-LAY-1] with a browser font size of ${fontSize} px, the bottom bar replaces the sidebar below 640 px @desktop`, async ({
    context,
    page,
  }) => {
    const browser = await context.newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: fontSize } })
    await page.goto('/feed')
    const rem = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    expect(rem).toBe(`${fontSize}px`)
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const bar = page.getByRole('navigation', { name: 'Bar' })

    await page.setViewportSize({ width: 640, height: 800 })
    await expect(sidebar).toBeVisible()
    await expect(bar).toBeHidden()
    expect((await sidebar.boundingBox())!.x).toBe(0)

    await page.setViewportSize({ width: 639, height: 800 })
    await expect(sidebar).toBeHidden()
    await expect(bar).toBeVisible()
    const box = (await bar.boundingBox())!
    expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 639, 800])
  })
}

test('[R-LAY-5] the Link button shows while connecting is possible, and asks for a wallet', async ({
  harness,
  page,
}) => {
  await harness.open('/feed')
  const link = page.getByRole('button', { name: 'Link', exact: true })
  await expect(link).toBeInViewport()
  expect(await harness.linksAsked()).toBe(0)
  await link.click()
  expect(await harness.linksAsked()).toBe(1)

  await harness.become({ ...visitor, connecting: true })
  await expect(link).toBeHidden()
  await harness.become(visitor)
  await expect(link).toBeVisible()
  for (const state of [connected, authenticated, loaded]) {
    await harness.become(state)
    await expect(link).toBeHidden()
  }
})

test('[R-LAY-5] the Link button opens the choice of wallets by keyboard and gets the focus back @desktop', async ({
  page,
}) => {
  await page.goto('/feed')
  const link = page.getByRole('button', { name: 'Link', exact: true })
  await untilHydrated(page, 'button')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Link a wallet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(link).toBeFocused()
})

test('[R-LAY-6] when connected, a bar shows the short address and offers to disconnect', async ({
  harness,
  page,
}) => {
  await harness.open('/feed', visitor)
  const bar = page.getByRole('region', { name: 'Wallet' })
  await expect(page.getByRole('main')).toBeVisible()
  await expect(bar).toBeHidden()
  for (const state of [connected, authenticated, loaded]) {
    await harness.become(state)
    await expect(bar).toContainText(`Connected as ${SHORT_ADDRESS}`)
  }
  await bar.getByRole('button', { name: 'Disconnect' }).click()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('button', { name: 'Link', exact: true })).toBeVisible()
})

for (const { path, label, name } of screens) {
  test(`[R-LAY-7] axe finds nothing serious on ${label}, where the floating chat opens and closes, unless it is the chat itself`, async ({
    harness,
    page,
  }) => {
    await harness.open(path, loaded)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeAttached()
    if (!['home', 'feed'].includes(name)) await expect(heading).toBeInViewport()
    const button = page.getByRole('button', { name: 'Open chat' })
    if (name === 'chat') await expect(button).toBeHidden()
    else {
      const panel = page.getByRole('region', { name: 'Chat' })
      await button.click()
      await expect(panel).toBeInViewport({ ratio: 1 })
      await expect(panel).toContainText('Ask Infra')
      await page.getByRole('button', { name: 'Close chat' }).click()
      await expect(panel).toBeHidden()
    }

    // The part of Home below the first screen is rendered when it comes near.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(
      page
        .getByRole('heading', { level: 2 })
        .or(page.getByRole('button', { name: 'Send' }))
        .first(),
    ).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}

test('[R-LAY-7] only authenticated people see the chat button', async ({ harness, page }) => {
  await harness.open('/feed', visitor)
  const button = page.getByRole('button', { name: 'Open chat' })
  await expect(page.getByRole('main')).toBeVisible()
  await expect(button).toBeHidden()
  await harness.become(connected)
  await expect(page.getByRole('region', { name: 'Wallet' })).toBeVisible()
  await expect(button).toBeHidden()
  await harness.become(authenticated)
  await expect(button).toBeInViewport({ ratio: 1 })
})

test('[R-LAY-7] the chat panel closes on Escape, returns the focus and is hidden on the chat page @desktop', async ({
  harness,
  page,
}) => {
  await harness.open('/feed', authenticated)
  const button = page.getByRole('button', { name: 'Open chat' })
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Chat' })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: 'Open the page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask Infra')
  await expect(panel).toBeHidden()
})

test('[R-LAY-8] toasts are dark, stack up, and close by themselves after 3000 ms', async ({
  harness,
  page,
}) => {
  await page.clock.install({ time: 0 })
  await harness.open('/feed')
  await expect(page.getByRole('main')).toBeVisible()
  // No further than that, because a pending call must not time out.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)

  await page.evaluate(() => window.shell.toast('failure', 'It broke.'))
  await page.clock.runFor(1000)
  await page.evaluate(() => window.shell.toast('notice', 'It works.'))
  const [broke, works] = [
    page.getByRole('alert').filter({ hasText: 'It broke.' }),
    page.getByText('It works.'),
  ]
  await expect(broke).toBeInViewport({ ratio: 1 })
  await expect(works).toBeInViewport({ ratio: 1 })
  expect(await luminance(page)).toBeLessThan(0.01)

  await page.clock.runFor(1999)
  await expect(broke).toBeVisible()
  await page.clock.runFor(1)
  await expect(broke).toBeHidden()
  await expect(works).toBeVisible()
  await page.clock.runFor(1000)
  await expect(works).toBeHidden()
})

test('[R-LAY-8] a toast shows above a modal and can be closed @desktop', async ({ harness, page }) => {
  await harness.open('/feed')
  await page.evaluate(() => window.shell.openModal({ title: 'A modal', body: 'With a body.' }))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.evaluate(() => window.shell.toast('failure', 'It broke.'))
  const onTop = await page.getByText('It broke.').evaluate((text) => {
    const { x, y, width, height } = text.getBoundingClientRect()
    const layer = text.closest('[popover]')
    return layer?.matches(':popover-open') && x >= 0 && y >= 0 && width > 0 && height > 0
  })
  expect(onTop).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close notification' }).click()
  await expect(page.getByText('It broke.')).toBeHidden()
})

test('[R-LAY-11] the generic modal is square, black and labelled, and closes by button, Escape or a click beside it @desktop', async ({
  harness,
  page,
}) => {
  await harness.open('/feed')
  await expect(page.getByRole('main')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'A modal' })
  const open = async () => {
    await page.evaluate(() => window.shell.openModal({ title: 'A modal', body: 'With a body.' }))
    await expect(dialog).toContainText('With a body.')
  }

  await open()
  const look = await dialog.evaluate((element) => {
    const { borderRadius, backgroundColor, zIndex } = getComputedStyle(element)
    return { borderRadius, backgroundColor, zIndex }
  })
  expect(look).toEqual({ borderRadius: '0px', backgroundColor: 'rgb(0, 0, 0)', zIndex: '1101' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(
    false,
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()

  await open()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await open()
  await dialog.getByText('With a body.').click()
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()
})

test('[R-PRO-1] the version label is Beta 1.0.1, and the chain is named', async ({ page, isMobile }) => {
  await page.goto('/feed')
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  expect(VERSION_LABEL).toBe('Beta 1.0.1')
  await expect(page.getByText('Beta 1.0.1').filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('contentinfo')).toContainText('Infra devnet')
})

test('[R-PRO-1] if no other chain has the contracts, the footer names Ethereum mainnet @desktop', async ({
  page,
  harness,
}) => {
  await harness.open('/feed')
  await expect(page.getByRole('contentinfo')).toContainText('Ethereum mainnet')
})

test('[R-PRO-2] the footer has a copyright line with the current year @desktop', async ({ page }) => {
  await page.goto('/feed')
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Infra`)
  await page.clock.setFixedTime('2031-06-01T00:00:00Z')
  await page.goto('/nodes')
  await expect(page.getByRole('contentinfo')).toContainText('© 2031 Infra')
})

test('[R-PRO-3] the external links go to the configured X page, DEX pair explorer and Telegram group', async ({
  page,
  isMobile,
}) => {
  await page.goto('/feed')
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  const { links } = JSON.parse((await page.locator('#configuration').textContent())!)
  for (const [name, address] of [
    ['X page', links.x],
    ['DEX pair explorer', links.dex],
    ['Telegram group', links.telegram],
  ]) {
    const link = page.getByRole('link', { name })
    await expect(link).toBeInViewport()
    await expect(link).toHaveAttribute('href', address)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
})

test('no screen scrolls sideways between 320 and 2560 px @desktop', async ({ harness, page }) => {
  for (const { path } of screens) {
    await harness.open(path, loaded)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    for (const width of [320, 390, 640, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      const sticking = await page.evaluate(sticksOut)
      const reach = await page.evaluate(() => document.documentElement.scrollWidth)
      expect({ reach, sticking }, `${path} at ${width}`).toEqual({ reach: width, sticking: [] })
    }
  }
})

/** The root clips what sticks out, so look for it, except within what scrolls by itself, such as a row of filters. */
function sticksOut(): string[] {
  const isOut = (element: Element) => element.getBoundingClientRect().right > innerWidth + 0.5
  const isHeld = (element: Element): boolean => {
    const parent = element.parentElement
    if (!parent || parent === document.body) return false
    return (getComputedStyle(parent).overflowX === 'auto' && !isOut(parent)) || isHeld(parent)
  }
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => isOut(element) && isSeen(element) && !isHeld(element))
    .map((element) => element.outerHTML.slice(0, 100))
}

/** The luminance of the toast's background, from 0 to 1. */
function luminance(page: Page): Promise<number> {
  return page.getByRole('alert').evaluate((toast) => {
    const [red = 255, green = 255, blue = 255] = getComputedStyle(toast)
      .backgroundColor.match(/\d+/g)!
      .map(Number)
    return (0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2) / 255 ** 2.2
  })
}
