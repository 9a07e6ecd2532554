import { defineConfig } from '@playwright/test'

/**
 * Chromium lays the list below its address bar out as two pages of its own for each window, seen by nobody here: more work
 * than most of our screens are. Of several such lists the last counts, so what Playwright switches off is named again.
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

/** The runner starts two real stacks and says where: the product, and the harness with its scripted account. */
export default defineConfig({
  testDir: 'tests',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Told at the end of the tests where it was needed.
  retries: 1,
  // For shared machines: what is not there after this long is not coming.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    baseURL: process.env.BASE_URL,
    actionTimeout: 30_000,
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${chromiumWithout.join(',')}`,
      ],
    },
  },
  // A test runs at both sizes unless its name ends otherwise: @desktop where the outcome is the same at either, @phone where
  // there is nothing of the kind elsewhere.
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
