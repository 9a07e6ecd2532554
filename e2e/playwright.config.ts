import { defineConfig } from '@playwright/test'

/**
 * For each window Chromium renders the list below its address bar as two pages of its own, which nobody sees here and which are more work
 * than most of our screens. Only the last such list counts, so this one repeats what Playwright switches off.
 */
const chromiumWithout = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** The runner starts two real stacks and passes their addresses: the product, and the harness with its scripted account. */
export default defineConfig({
  testDir: 'tests',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Tests that needed it are listed at the end.
  retries: 1,
  // Long enough for busy machines: what isn't there by then won't come.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    baseURL: process.env.BASE_URL,
    actionTimeout: 30_000,
    trace: 'off',
    // Glitches and skeletons are drawn anew in every frame. Tests about motion or layout shifts switch it on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // No page lives long enough to gain what V8's optimizing compilers cost: about a tenth of the browser's time.
        '--js-flags=--no-opt --no-maglev',
        `--disable-features=${chromiumWithout.join(',')}`,
      ],
    },
  },
  // A test runs at both sizes unless its name ends otherwise: @desktop if the outcome is the same at either, since it's about the keyboard,
  // storage, addresses, wallet events, or what the API does; @phone if only phones have it.
  projects: [
    {
      name: 'desktop',
      grepInvert: / @phone$/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'mobile',
      grepInvert: / @desktop$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
