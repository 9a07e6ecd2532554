import { expect, type Page } from '@playwright/test'
import { test } from '../browser.ts'
import { untilHydrated } from '../until-hydrated.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const GLITCH_MS = 1200

/** The page's clock runs ahead, so requests time out before their response can come. */
const RAN_OUT = /^Failed to fetch data: /

for (const { what, path, text, minMs, maxMs } of [
  { what: 'the page title', path: '/apps', text: 'Apps', minMs: 1000, maxMs: 3000 },
  { what: 'the sidebar label', path: '/apps', text: 'INFRA', minMs: 5000, maxMs: 10_000 },
  {
    what: 'any other text',
    path: '/',
    text: 'AI apps, run on other people’s machines.',
    minMs: 10_000,
    maxMs: 30_000,
  },
]) {
  test(`[R-LAY-9] ${what} glitches for 1.2 s after a random pause of ${minMs / 1000}-${maxMs / 1000} s @desktop`, async ({
    page,
    tolerate,
  }) => {
    tolerate(RAN_OUT)
    await startClock(page, path)
    const glitch = page.locator(`.glitch[data-text="${text}"]`).filter({ visible: true })
    await expect(glitch).toHaveCount(1)
    await watchGlitches(page, text)
    await page.clock.runFor((maxMs + GLITCH_MS) * 60)

    const { lengths, pauses } = await glitches(page)
    expect(lengths.length).toBeGreaterThanOrEqual(60)
    expect([...new Set(lengths)]).toEqual([GLITCH_MS])
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(minMs)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(maxMs)
    // Sixty draws from the whole interval miss its lowest or highest third once in ten thousand million times.
    expect(Math.min(...pauses)).toBeLessThan(minMs + (maxMs - minMs) / 3)
    expect(Math.max(...pauses)).toBeGreaterThan(maxMs - (maxMs - minMs) / 3)
  })
}

test('[R-LAY-9] the effect is a CSS animation of 1.2 s, and screen readers get the text once @desktop', async ({
  page,
}) => {
  await page.goto('/apps')
  const title = page.getByRole('heading', { level: 1 }).locator('.glitch')
  const animations = await title.evaluate((element) => {
    element.toggleAttribute('data-glitching', true)
    return ['', '::before', '::after']
      .map((part) => getComputedStyle(element, part || null))
      .map(nameAndLength)
    function nameAndLength({ animationName, animationDuration }: CSSStyleDeclaration) {
      return `${animationName} ${animationDuration}`
    }
  })
  expect(animations).toEqual(['glitch-slip 1.2s', 'glitch-hot 1.2s', 'glitch-cool 1.2s'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Apps')
  await expect(page.getByRole('main')).toMatchAriaSnapshot('- heading "Apps" [level=1]')
})

test('[R-LAY-9] people who prefer reduced motion see no glitch @desktop', async ({ page, tolerate }) => {
  tolerate(RAN_OUT)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await startClock(page, '/apps')
  const title = page.getByRole('heading', { level: 1 }).locator('.glitch')
  await expect(title).toBeVisible()
  await watchGlitches(page, 'Apps')
  await page.clock.runFor(120_000)
  expect((await glitches(page)).lengths).toEqual([])
  const still = await title.evaluate((element) => {
    element.toggleAttribute('data-glitching', true)
    return [getComputedStyle(element).animationName, getComputedStyle(element, '::before').content]
  })
  expect(still).toEqual(['none', 'none'])

  // The preference may change while the page is open.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // The browser notifies the page with its next frame, which the page's clock doesn't trigger.
  await expect(async () => {
    await page.clock.runFor(30_000)
    expect((await glitches(page)).lengths.length).toBeGreaterThan(5)
  }).toPass()
})

async function startClock(page: Page, path: string): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.goto(path)
  // All of it, since the clock is about to jump, and the data in a page is fresh only for seconds.
  await untilHydrated(page, '.glitch, main h2, main p, main dd')
  await page.clock.pauseAt(now + 60_000)
}

/** Records, by the page's clock, when the text starts and stops glitching. */
function watchGlitches(page: Page, text: string): Promise<void> {
  return page.evaluate((text) => {
    const turns: { at: number; on: boolean }[] = []
    Object.assign(window, { turns })
    const element = [...document.querySelectorAll<HTMLElement>(`.glitch[data-text="${text}"]`)].find(
      (glitch) => glitch.checkVisibility(),
    )!
    const note = () => turns.push({ at: Date.now(), on: element.hasAttribute('data-glitching') })
    new MutationObserver(note).observe(element, { attributeFilter: ['data-glitching'] })
  }, text)
}

async function glitches(page: Page): Promise<{ lengths: number[]; pauses: number[] }> {
  const turns = await page.evaluate(
    () => (window as unknown as { turns: { at: number; on: boolean }[] }).turns,
  )
  const lengths: number[] = []
  const pauses: number[] = []
  for (const [index, { at, on }] of turns.entries()) {
    const before = turns[index - 1]
    if (before && before.on !== on) (on ? pauses : lengths).push(at - before.at)
  }
  return { lengths, pauses }
}
