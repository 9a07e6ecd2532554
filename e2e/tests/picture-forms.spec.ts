import { expect, type Page } from '@playwright/test'
import { makePng } from '../made-files.ts'
import { paintAcross } from '../paint.ts'
import { test } from '../person.ts'
import { violations } from '../violations.ts'

const picture = { name: 'shore.png', mimeType: 'image/png', buffer: Buffer.from(makePng(9, 300, 200)) }

async function open(page: Page, app: string): Promise<void> {
  await page.goto(`/apps?app=${app}`)
  await page.getByLabel('Picture: choose a file').setInputFiles(picture)
  await expect(page.getByText('300 × 200')).toBeVisible()
}

test('[finding U19] a photo is expanded by dragging an edge of its frame, with mouse or finger', async ({
  page,
  hasTouch,
}) => {
  await open(page, 'expand-photo')
  const right = page.getByRole('slider', { name: 'Right edge' })
  await expect(right).toHaveAttribute('aria-valuenow', '64')
  // In the middle of the window, away from the bars.
  await right.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y, width, height } = (await right.boundingBox())!
  const [fromX, fromY] = [x + width / 2, y + height / 2]
  if (hasTouch) {
    const touch = await page.context().newCDPSession(page)
    const at = (by: number) => [{ x: fromX + by, y: fromY }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const by of [5, 10, 15])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(by) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  } else {
    await page.mouse.move(fromX, fromY)
    await page.mouse.down()
    await page.mouse.move(fromX + 15, fromY, { steps: 3 })
    await page.mouse.up()
  }
  await expect.poll(async () => Number(await right.getAttribute('aria-valuenow'))).toBeGreaterThan(70)
  const dragged = await right.getAttribute('aria-valuenow')
  await expect(page.getByLabel('Right', { exact: true })).toHaveValue(dragged!)
  await page.getByLabel('Top', { exact: true }).fill('100')
  await expect(page.getByRole('slider', { name: 'Top edge' })).toHaveAttribute('aria-valuenow', '100')
  await page.getByRole('slider', { name: 'Top edge' }).press('ArrowUp')
  await expect(page.getByLabel('Top', { exact: true })).toHaveValue('108')
  expect(await violations(page)).toEqual([])
})

test('[finding U24] a mask is painted on the zoomed picture, and strokes are undone and redone', async ({
  page,
  hasTouch,
}) => {
  await open(page, 'erase-fill')
  await expect(page.getByRole('img', { name: 'Picture, as chosen' })).toHaveCount(0)
  const canvas = page.getByRole('application', { name: /paint over the picture$/ })
  const fitted = (await canvas.boundingBox())!.width
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await canvas.boundingBox())!.width).toBeGreaterThan(fitted * 1.4)
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await paintAcross(page, (await canvas.locator('../..').boundingBox())!, hasTouch)
  await expect(page.getByText('1 mark painted.')).toBeAttached()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Nothing is painted.')).toBeAttached()
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(page.getByText('1 mark painted.')).toBeAttached()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(async () => (await canvas.boundingBox())!.width).toBeCloseTo(fitted, 0)
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
  expect(await violations(page)).toEqual([])
})

test('two fingers zoom the picture and paint nothing @phone', async ({ page }) => {
  await open(page, 'erase-fill')
  const canvas = page.getByRole('application', { name: /paint over the picture$/ })
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y, width, height } = (await canvas.boundingBox())!
  const touch = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: x + width / 2 - apart, y: y + height / 2, id: 1 },
    { x: x + width / 2 + apart, y: y + height / 2, id: 2 },
  ]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20).slice(0, 1) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) })
  for (const apart of [30, 40, 50])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(async () => (await canvas.boundingBox())!.width).toBeGreaterThan(width * 2)
  await expect(page.getByText('Nothing is painted.')).toBeAttached()
})
