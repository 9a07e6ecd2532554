import type { AppManifest } from '@infra/protocol/apps/app'
import { findApp } from '@infra/protocol/apps/catalogue'
import { expect } from '@playwright/test'
import { test } from '../person.ts'
import { violations } from '../violations.ts'

// A fake microphone that beeps, and a browser that doesn't ask for permission.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--no-first-run'],
  },
})

const listener: AppManifest = {
  ...findApp('cut-out')!,
  id: 'listener',
  name: 'Listener',
  fields: [{ kind: 'audio', name: 'voice', label: 'Voice', help: 'What to hear.', secondsMax: 200 }],
  price: { base: 1, per: [{ of: 'seconds', field: 'voice', credits: 1 }] },
}

test('a sound is recorded, played and sent as a WAV of 16 kHz @desktop', async ({ page, person }) => {
  const live = { nodes: 1, queued: 0, p50Seconds: null, p90Seconds: null, isChecked: false, example: null }
  await page.route('**/api/app', (route) => route.fulfill({ json: { items: [{ ...listener, ...live }] } }))
  await person.signedInBefore()
  await page.goto('/apps?app=listener')
  await page.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText('Recording')).toBeVisible()
  await page.waitForTimeout(1200)
  expect(await violations(page)).toEqual([])
  const upload = page.waitForResponse((response) => response.url().endsWith('/api/file'))
  await page.getByRole('button', { name: 'Stop' }).click()
  const sent = await (await upload).json()
  expect(sent).toMatchObject({ kind: 'audio', mime: 'audio/wav' })
  expect(sent.seconds).toBeGreaterThan(0.8)
  // Sixteen bits of one channel, sixteen thousand times a second.
  expect(sent.bytes).toBeCloseTo(44 + sent.seconds * 32_000, -3)
  await expect(page.getByLabel('Voice, as chosen')).toBeVisible()
  await expect(page.getByRole('button', { name: /Run · \d+ credits/ })).toBeVisible()
})
