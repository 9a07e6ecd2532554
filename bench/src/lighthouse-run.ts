import { freePort } from '@infra/postgres/free-port'
import { ensureChromium } from '@infra/stack/test-command/ensure-chromium'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { percentile } from './measure.ts'

const RUNS = 3

const scores = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  fcpMs: 'first-contentful-paint',
  lcpMs: 'largest-contentful-paint',
  tbtMs: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const

type Figure = (typeof scores)[number] | keyof typeof metrics | 'scriptBytes' | 'requests'
export type Figures = Record<Figure, number>

export interface Measured {
  /** The median of each. */
  figures: Figures
  /** Audits that lowered the score. */
  complaints: string[]
}

/**
 * Runs Lighthouse for a phone on a slow network, in its own browser. By default it loads the page fast and simulates a slow network; with
 * applied throttling, the network is slow.
 */
export async function runLighthouse(
  address: string,
  throttlingMethod: 'simulate' | 'devtools',
): Promise<Measured> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await ensureChromium((sentence) => console.log(sentence)),
    args: [`--remote-debugging-port=${port}`],
  })
  try {
    const runs: Result[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const result = await lighthouse(address, {
        port,
        logLevel: 'error',
        onlyCategories: [...scores],
        throttlingMethod,
        // The feed's stream never ends, so the network is never idle.
        maxWaitForLoad: 20_000,
      })
      runs.push(result!.lhr)
    }
    const all = runs.map(figuresIn)
    const names = Object.keys(all[0]!) as Figure[]
    const medians = names.map((name) => [
      name,
      percentile(
        all.map((figures) => figures[name]),
        0.5,
      ),
    ])
    return { figures: Object.fromEntries(medians), complaints: complaintsIn(runs[0]!) }
  } finally {
    await browser.close()
  }
}

function figuresIn({ categories, audits }: Result): Figures {
  const requests = (audits['network-requests']!.details as unknown as { items: Request[] }).items
  return {
    ...(Object.fromEntries(
      scores.map((name) => [name, Math.round(100 * (categories[name]!.score ?? 0))]),
    ) as Record<(typeof scores)[number], number>),
    ...(Object.fromEntries(
      Object.entries(metrics).map(([name, audit]) => [name, audits[audit]!.numericValue ?? Number.NaN]),
    ) as Record<keyof typeof metrics, number>),
    scriptBytes: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
    requests: requests.length,
  }
}

interface Request {
  resourceType: string
  transferSize: number
}

function complaintsIn({ categories, audits }: Result): string[] {
  return scores.flatMap((name) =>
    categories[name]!.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 0.9).map(
      ({ id }) => `${name}: ${audits[id]!.title} ${audits[id]!.displayValue ?? ''}`.trim(),
    ),
  )
}
