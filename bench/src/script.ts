import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWeb } from '@infra/stack/build-web'
import { ensureChromium } from '@infra/stack/test-command/ensure-chromium'
import { chromium } from '@playwright/test'
import { startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

/** The home page of ArtBot, AI Horde's front end, as measured once for the design; it isn't built here. */
const ARTBOT_KILOBYTES = 379

/**
 * Measures the scripts that a browser loads for Home before any interaction. The reference: a page with React, Router and Query, built in
 * the same run.
 */
export async function script(): Promise<Result> {
  const say = (sentence: string) => console.log(sentence)
  const api = await startOneApi({ WEB_DIR: await buildWeb('apps/web', { demo: false, say }) })
  const browser = await chromium.launch({ executablePath: await ensureChromium(say) })
  try {
    const page = await browser.newPage()
    const scripts: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body())
    })
    await page.goto(new URL('/', api.prefix).href)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Late scripts are included: by now nothing has been requested for a while.
    for (let known = -1; known < scripts.length; await page.waitForTimeout(2_000)) known = scripts.length
    const ours = kilobytesOf(await Promise.all(scripts))
    const bare = kilobytesOf(await builtScripts(await buildWeb('bench/bare-page', { demo: false, say })))
    return {
      figures: [
        { what: 'scripts of Home', value: ours, unit: 'kB gzipped', atMost: 110 },
        { what: 'a bare page', value: bare, unit: 'kB gzipped' },
        { what: "against ArtBot's 379 kB", value: ours / ARTBOT_KILOBYTES, unit: 'x', atMost: 0.4 },
        { what: 'against the bare page', value: ours / bare, unit: 'x', atMost: 1.4 },
      ],
    }
  } finally {
    await browser.close()
    await api.stop()
  }
}

async function builtScripts(dist: string): Promise<Buffer[]> {
  const folder = join(dist, 'assets')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  return Promise.all(names.map((name) => readFile(join(folder, name))))
}

const kilobytesOf = (files: Buffer[]) =>
  files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / 1000
