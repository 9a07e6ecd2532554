import { fillFeed } from '@infra/e2e/many-jobs'
import { listFinishedJobs } from '@infra/protocol/jobs'
import { buildWeb } from '@infra/stack/build-web'
import { ensureChromium } from '@infra/stack/test-command/ensure-chromium'
import { type Browser, chromium, type Page } from '@playwright/test'
import { signInPerson } from './callers.ts'
import { insertEnded } from './fill-jobs.ts'
import { percentile } from './measure.ts'
import { startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const FEW = 1_000
const MANY = 100_000
/** Pages of the size that the API returns would take thousands of requests. */
const AT_ONCE = 1_000
/** Alternately down and up. */
const STEPS = 320

/**
 * Measures a frame while someone scrolls in the middle of the feed by a fifth of a screen per frame, in the product's own page, with all
 * of its cards loaded. The reference, in the same run: a feed a hundredth as long.
 */
export async function scroll(): Promise<Result> {
  const say = (sentence: string) => console.log(sentence)
  const api = await startOneApi({ WEB_DIR: await buildWeb('apps/web', { demo: true, say }) })
  const browser = await chromium.launch({ executablePath: await ensureChromium(say) })
  try {
    const person = await signInPerson(api)
    // The first page of the feed comes with the document; if it were the whole feed, scrolling would load nothing.
    await insertEnded(api.database, { from: 1, to: 100, person: person.address })
    const { items } = await person.call(listFinishedJobs)
    // Texts, not pictures: made-up jobs have none, so failing requests would be measured.
    const nothing = { url: null, thumbnailUrl: null, thumbnailSrcset: null, placeholder: null }
    const text = { kind: 'text', mime: 'text/plain', text: 'Warm places are where the work is.' } as const
    const sample = { ...items[0]!, outputs: [{ ...items[0]!.outputs[0]!, ...nothing, ...text }] }
    const site = new URL(api.prefix).origin
    const framesOf = (count: number) =>
      scrollThrough(browser, `${site}/feed`, count, (page) => fillFeed(page, sample, count, AT_ONCE))
    const few = await framesOf(FEW)
    const many = await framesOf(MANY)
    const [fewP95, manyP95] = [few, many].map(({ frames }) => percentile(frames, 0.95))
    return {
      figures: [
        { what: `a frame with ${FEW} cards`, value: few.cpuMs, unit: 'ms of CPU' },
        { what: `with ${MANY}`, value: many.cpuMs, unit: 'ms of CPU', atMost: 10 },
        { what: `p95 of a frame with ${FEW}`, value: fewP95!, unit: 'ms' },
        { what: `with ${MANY}`, value: manyP95!, unit: 'ms' },
        { what: 'elements', value: many.elements, atMost: 400 },
        { what: 'CPU of a frame', value: many.cpuMs / few.cpuMs, unit: 'x', atMost: 1.2 },
      ],
    }
  } finally {
    await browser.close()
    await api.stop()
  }
}

interface Scrolled {
  /** Milliseconds from one frame to the next. */
  frames: number[]
  /** Milliseconds of the page's main thread per frame. */
  cpuMs: number
  elements: number
}

async function scrollThrough(
  browser: Browser,
  address: string,
  count: number,
  prepare: (page: Page) => Promise<unknown>,
): Promise<Scrolled> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await prepare(page)
  await page.goto(address)
  await page.getByRole('article').first().waitFor()
  await fetchAll(page, count)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
  }
  const before = await cpuMs()
  const scrolled = await page.evaluate(async (steps) => {
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
    const frames: number[] = []
    let elements = 0
    for (let last = await frame(), step = 0; step < steps; step += 1) {
      scrollBy(0, (step < steps / 2 ? innerHeight : -innerHeight) / 5)
      const now = await frame()
      frames.push(now - last)
      last = now
      elements = Math.max(elements, document.querySelectorAll('main *').length)
    }
    return { frames, elements }
  }, STEPS)
  const used = await cpuMs()
  await page.close()
  return { ...scrolled, cpuMs: (used - before) / STEPS }
}

/** Scrolls to the end until nothing more is loaded, then to the middle. */
async function fetchAll(page: Page, count: number): Promise<void> {
  const known = page.locator('article:not([aria-setsize="-1"])').first()
  while ((await known.count()) === 0) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(20)
  }
  const size = Number(await known.getAttribute('aria-setsize'))
  if (size < count * 0.9) throw new Error(`Only ${size} of ${count} cards came.`)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
  await page.waitForTimeout(2_000)
}
