import { defineConfig } from '@playwright/test'

/**
 * The window around the page, which nobody sees, is drawn by pages of Chromium's own: the last three are for it, and save
 * a third of a core. A list replaces the runner's own, so that stands here again.
 */
const disabled = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'InitialWebUI',
  'WebUIReloadButton',
  'WebUIToolbar',
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
        `--disable-features=${disabled.join()}`,
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: '**/*.mobile.spec.ts',
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'mobile',
      testIgnore: '**/*.desktop.spec.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
