import type { Page } from '@playwright/test'

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** A stroke through the middle, from a quarter to three quarters, by mouse or by touch. */
export function paintAcross(page: Page, area: Area, hasTouch: boolean): Promise<void> {
  return hasTouch ? paintByTouch(page, area) : paintByMouse(page, area)
}

async function paintByMouse(page: Page, { x, y, width, height }: Area): Promise<void> {
  await page.mouse.move(x + width * 0.25, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.75, y + height / 2, { steps: 5 })
  await page.mouse.up()
}

/** The page must not scroll under the finger. */
async function paintByTouch(page: Page, { x, y, width, height }: Area): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  const at = (part: number) => [{ x: x + width * part, y: y + height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.25) })
  for (const part of [0.35, 0.45, 0.55, 0.65, 0.75])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
