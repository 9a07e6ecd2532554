import { fillFeed } from '@infra/e2e/many-jobs'
import { submitJob } from '@infra/protocol/jobs'
import { buildWeb } from '@infra/stack/build-web'
import { ensureChromium } from '@infra/stack/ensure-chromium'
import { type Browser, chromium, type Page } from '@playwright/test'
import { signInRich, startHandNode } from './callers.ts'
import { percentile } from './measure.ts'
import { startOneApi } from './one-api.ts'

const FEW = 1_000
const MANY = 10_000
const STEPS = 600

/**
 * How long a frame takes while someone scrolls deep in the feed, a fifth of a screen a frame, in the product's own page. The
 * reference, in the same run: the same screens of a feed a tenth as long.
 */
export async function scroll(): Promise<string> {
  const say = (sentence: string) => console.log(sentence)
  const api = await startOneApi({ WEB_DIR: await buildWeb('apps/web', { demo: true, say }) })
  const browser = await chromium.launch({ executablePath: await ensureChromium(say) })
  try {
    const person = await signInRich(api)
    // An order is taken only where somebody could run it.
    await startHandNode(api, person)
    const job = await person(submitJob, { body: { appId: 'echo', input: { text: 'bench' } } })
    const text = 'Warm places are where the work is.'
    const file = {
      name: 'text',
      kind: 'text',
      mime: 'text/plain',
      bytes: text.length,
      sha256: '0'.repeat(64),
      text,
    } as const
    const nothing = {
      placeholder: null,
      width: null,
      height: null,
      seconds: null,
      url: null,
      thumbnailUrl: null,
      thumbnailSrcset: null,
    }
    const sample = {
      ...job,
      status: 'finished' as const,
      visibility: 'public' as const,
      outputs: [{ ...file, ...nothing }],
      finishedAt: job.createdAt,
    }
    const site = new URL(api.prefix).origin
    const framesOf = (count: number) =>
      scrollThrough(browser, `${site}/feed`, (page) => fillFeed(page, sample, count))
    const few = await framesOf(FEW)
    const many = await framesOf(MANY)
    for (const [count, { frames, cpuMs, elements }] of [
      [FEW, few],
      [MANY, many],
    ] as const) {
      const [p50, p95] = [0.5, 0.95].map((share) => percentile(frames, share).toFixed(1))
      console.log(
        `${count} cards: a frame p50 ${p50} ms, p95 ${p95} ms, ${cpuMs.toFixed(1)} ms of CPU, at most ${elements} elements`,
      )
    }
    return `scroll: ${(many.cpuMs / few.cpuMs).toFixed(2)} x (CPU a frame, ${MANY} cards against ${FEW})`
  } finally {
    await browser.close()
    await api.stop()
  }
}

interface Scrolled {
  /** From one frame to the next, in milliseconds. */
  frames: number[]
  /** Of the page's main thread, a frame. */
  cpuMs: number
  elements: number
}

async function scrollThrough(
  browser: Browser,
  address: string,
  prepare: (page: Page) => Promise<unknown>,
): Promise<Scrolled> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await prepare(page)
  await page.goto(address)
  await page.getByRole('article').first().waitFor()
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
      scrollBy(0, innerHeight / 5)
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
