import sharp from 'sharp'
import { expect, test } from 'vitest'
import { psnr, rgbOf } from '../test/compare-pictures.ts'
import { openTestRunner, pathOf } from '../test/test-runner.ts'

const run = await openTestRunner()

/** A slope under the sky, of which the model doesn't see the last 64 columns. */
const whole = await sharp(
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="464" height="300">
  <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#3a78c2"/><stop offset="1" stop-color="#dfeaf3"/></linearGradient></defs>
  <rect width="464" height="300" fill="url(#sky)"/><path d="M0 40 L464 260 V300 H0Z" fill="#4f6f48"/>
</svg>`),
)
  .png()
  .toBuffer()
const slope = await sharp(whole).extract({ left: 0, top: 0, width: 400, height: 300 }).png().toBuffer()

test('continues a picture beyond its edge better than repeating or mirroring it does', {
  timeout: 240_000,
}, async () => {
  const { outputs, stages } = await run('expand-photo', slope, { right: 64 })

  const truth = await rgbOf(whole)
  const isNew = (pixel: number) => pixel % 464 >= 400
  const repeated = await Promise.all(
    (['copy', 'mirror'] as const).map(async (extendWith) =>
      rgbOf(await sharp(slope).extend({ right: 64, extendWith }).png().toBuffer()),
    ),
  )
  for (const pixels of repeated) expect(psnr(pixels, truth, isNew)).toBeLessThan(21)
  expect(psnr(await rgbOf(pathOf(outputs[0])), truth, isNew)).toBeGreaterThan(26)
  expect(stages).toEqual(['Reading the picture', 'Pass 1 of 1', 'Writing the picture'])
})

test('keeps the picture itself to the last pixel, and extends the requested sides', {
  timeout: 240_000,
}, async () => {
  const { outputs, stages } = await run('expand-photo', slope, { left: 10, top: 100, right: 0, bottom: 3 })

  const path = pathOf(outputs[0])
  expect(await sharp(path).metadata()).toMatchObject({ width: 410, height: 403 })
  const kept = await sharp(path).extract({ left: 10, top: 100, width: 400, height: 300 }).raw().toBuffer()
  expect(kept.equals(await sharp(slope).ensureAlpha().raw().toBuffer())).toBe(true)
  expect(stages).toContain('Pass 2 of 2')
  // The new sky is as bright as the old is at its edge.
  const mean = async (top: number) =>
    (await sharp(await sharp(path).extract({ left: 10, top, width: 400, height: 1 }).toBuffer()).stats())
      .channels[0]!.mean
  expect(Math.abs((await mean(99)) - (await mean(100)))).toBeLessThan(6)
})

test('extending by nothing fails as unreadable input', async () => {
  await expect(run('expand-photo', slope, { left: 0, top: 0, right: 0, bottom: 0 })).rejects.toMatchObject({
    reason: 'input_unreadable',
    message: expect.stringMatching(/All sides are 0/),
    final: true,
  })
})
