import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { run } from '../run.ts'

/** The first is the engine without windows: the same pages, a fifth faster. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser for the tests: an installed one, else, if we may install it, the system's package. */
export async function ensureChromium(say: (sentence: string) => void): Promise<string> {
  const found = await findChromium()
  if (found) return found
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    say('Installing Chromium with the system’s package manager (about a minute).')
    const aptGet = (...args: string[]) =>
      run('apt-get', ['-y', '-qq', ...args], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    const install = (name: string) => aptGet('install', '--no-install-recommends', name)
    // Not every system has the first package.
    const installed =
      (await aptGet('update')) && ((await install('chromium-headless-shell')) || (await install('chromium')))
    const chromium = installed && (await findChromium())
    if (chromium) return chromium
  }
  throw new Error(
    'The browser tests need Chromium or Chrome. Install it (Debian: sudo apt-get install chromium), or name it: CHROMIUM_PATH=/path/to/chrome npm test',
  )
}

async function findChromium(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const named = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []
  const candidates = [
    ...named,
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...MAC_PATHS,
  ]
  for (const path of candidates) {
    const there = await access(path).then(
      () => true,
      () => false,
    )
    if (there) return path
  }
  return undefined
}
