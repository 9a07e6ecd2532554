import type { AppManifest } from '@infra/protocol/apps/app'
import { findApp } from '@infra/protocol/apps/catalogue'
import { expect, type Page } from '@playwright/test'
import { makePng } from '../made-files.ts'
import { startHandNode } from '../network.ts'
import { paintAcross } from '../paint.ts'
import { test } from '../person.ts'
import { publishApp } from '../publish-app.ts'
import { violations } from '../violations.ts'

test('a job’s panel shows it from the queue to the result, and offers what can be done next @desktop', async ({
  page,
  person,
}) => {
  const node = await startHandNode({ apps: ['echo'], name: 'Echo chamber' })
  await publishApp(page, findApp('echo')!)
  await person.signedInBefore()
  await page.goto('/apps?app=echo')
  await page.getByLabel('Text').fill('Hello, network')
  const ordered = page.waitForResponse(
    (response) => response.url().endsWith('/api/job') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: /^Run · / }).click()
  const { id } = await (await ordered).json()
  const panel = page.getByRole('region', { name: 'Your job' })
  await expect(panel).toContainText('Waiting')
  await expect(panel).toContainText(/nodes? can run this/)
  const assignment = await node.claim(id)
  await node.beat(assignment, 0.4, 'Listening to itself')
  await expect(panel).toContainText('Listening to itself')
  await expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  await node.finish(assignment)
  await expect(panel).toContainText('Hello, network')
  await expect(panel).toContainText('1 credit paid · Echo chamber')
  // Echo gives the same result for the same input, so only a cancelled job can be run again.
  await expect(panel.getByRole('button', { name: /version|again|Retry/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Run · 1 credit' }).click()
  const earlier = page.getByRole('region', { name: 'An earlier job' })
  await expect(panel).toContainText('Waiting')
  await expect(earlier).toContainText('Finished')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel).toContainText('Cancelled')
  await expect(panel).toContainText('Nothing was charged.')
  await expect(panel.getByRole('button', { name: 'Retry · 1 credit' })).toBeVisible()
  await earlier.getByRole('button', { name: 'Clear' }).click()
  await expect(earlier).toBeHidden()
  await expect(panel).toContainText('Cancelled')
  await node.stop()
})

const everything: AppManifest = {
  ...findApp('cut-out')!,
  id: 'everything',
  name: 'Everything',
  fields: [
    { kind: 'image', name: 'photo', label: 'Photo', help: 'To paint on.' },
    { kind: 'mask', name: 'mask', label: 'Mask', help: 'What should go.', over: 'photo' },
    {
      kind: 'boxes',
      name: 'boxes',
      label: 'Boxes',
      help: 'What should stay.',
      over: 'photo',
      countMax: 3,
      optional: true,
    },
    { kind: 'audio', name: 'voice', label: 'Voice', help: 'What to hear.', secondsMax: 30, optional: true },
    { kind: 'longtext', name: 'story', label: 'Story', help: 'What to say.', maxLength: 200, optional: true },
    {
      kind: 'number',
      name: 'heat',
      label: 'Heat',
      help: 'How wild.',
      min: 0,
      max: 5,
      step: 0.1,
      soft: { min: 0, max: 2 },
      default: 1,
    },
    { kind: 'toggle', name: 'loud', label: 'Loud', help: 'Or not.', default: false },
    {
      kind: 'seed',
      name: 'seed',
      label: 'Seed',
      help: 'The same seed gives the same result.',
      advanced: true,
    },
  ],
}

test('[R-LAY-11] a painted mask is sent as a picture of the same size', async ({
  page,
  person,
  tolerate,
  hasTouch,
}) => {
  tolerate(/ERR_FAILED/)
  await publishApp(page, everything)
  await person.signedInBefore()
  await page.goto('/apps?app=everything')
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(makePng(5, 120, 80)) }
  await page.getByLabel('Photo: choose a file').setInputFiles(picture)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  const canvas = page.getByRole('application', { name: 'Mask: paint over the picture' })
  // Away from Run, which stays at the bottom of a phone's screen.
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await paintAcross(page, (await canvas.boundingBox())!, hasTouch)
  await expect(page.getByText('1 mark painted.')).toBeAttached()
  expect(await violations(page)).toEqual([])

  let order: { input: Record<string, string> } | undefined
  await page.route('**/api/job', (route) => {
    order = route.request().postDataJSON()
    return route.abort()
  })
  const upload = page.waitForResponse((response) => response.url().endsWith('/api/file'))
  await page.getByRole('button', { name: /^Run · / }).click()
  const mask = await (await upload).json()
  expect(mask).toMatchObject({ mime: 'image/png', width: 120, height: 80 })
  await expect.poll(() => order?.input.mask).toBe(mask.id)
  expect(order!.input.seed).toBeUndefined()
  expect(await paintedShare(page, mask.url)).toBeGreaterThan(0.02)
})

test('a form with every kind of field fits 320 pixels, and its mask is painted by keyboard @desktop', async ({
  page,
}) => {
  await publishApp(page, everything)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/apps?app=everything')
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(makePng(5, 120, 80)) }
  await page.getByLabel('Photo: choose a file').setInputFiles(picture)
  const canvas = page.getByRole('application', { name: 'Mask: paint over the picture' })
  await page.getByLabel('Photo: replace').focus()
  for (const _ of [1, 2]) await page.keyboard.press('Tab')
  await expect(canvas).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 mark painted.')).toBeAttached()
  await page.keyboard.press('z')
  await expect(page.getByText('Nothing is painted.')).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

/** The white share of a mask as the network stores it; -1 if it isn't only black and white. */
function paintedShare(page: Page, url: string): Promise<number> {
  return page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob())
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const values = Array.from({ length: data.length / 4 }, (_, at) => data[at * 4]!)
    if (values.some((value) => value !== 0 && value !== 255)) return -1
    return values.filter((value) => value === 255).length / values.length
  }, url)
}
