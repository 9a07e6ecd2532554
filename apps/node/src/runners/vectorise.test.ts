import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestRunner, pathOf } from '../test/test-runner.ts'

const run = await openTestRunner()

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">
  <rect width="320" height="240" fill="#fdf6e3"/><circle cx="110" cy="120" r="70" fill="#cb4b16"/>
  <path d="M190 40 L300 200 L170 200 Z" fill="#268bd2"/><rect x="60" y="110" width="200" height="20" fill="#073642"/>
</svg>`

async function trace(image: string | Buffer, input: Record<string, string | number> = {}) {
  const { outputs, stages } = await run('vectorise', image, {
    colors: 'color',
    mode: 'spline',
    detail: 6,
    speckle: 4,
    ...input,
  })
  return { svg: await readFile(pathOf(outputs[0]), 'utf8'), stages }
}

/** The mean difference of the pixels, from 0 (identical) to 255. */
async function difference(svg: string, original: string): Promise<number> {
  const pixels = (drawing: string) =>
    sharp(Buffer.from(drawing))
      .flatten({ background: '#fff' })
      .resize(320, 240, { fit: 'fill' })
      .raw()
      .toBuffer()
  const [drawn, wanted] = await Promise.all([pixels(svg), pixels(original)])
  return drawn.reduce((sum, value, at) => sum + Math.abs(value - wanted[at]!), 0) / drawn.length
}

/** Every element and attribute in the drawing. */
function vocabulary(svg: string): string[] {
  const elements = [...svg.matchAll(/<\/?([^\s/>]+)/g)].map(([, name]) => name!)
  const attributes = [...svg.matchAll(/\s([a-zA-Z:-]+)="/g)].map(([, name]) => `@${name}`)
  return [...new Set([...elements, ...attributes])].sort()
}

test.for(['spline', 'polygon'])('traces a drawing into shapes (%s) that look like it', async (mode) => {
  const { svg, stages } = await trace(logo, { mode })

  expect(await difference(svg, logo)).toBeLessThan(3)
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="320" height="240" viewBox="0 0 320 240">/,
  )
  expect(vocabulary(svg)).toEqual(
    ['@d', '@fill', '@height', '@transform', '@viewBox', '@width', '@xmlns', 'g', 'path', 'svg'].sort(),
  )
  expect(svg).toMatch(mode === 'polygon' ? /^[^C]*$/ : / C/)
  expect(stages).toEqual(['Reading the picture', 'Tracing the shapes', 'Writing the drawing'])
})

test('the same picture gives the same drawing', async () => {
  expect(await trace(logo)).toEqual(await trace(logo))
})

test('keeps holes, however small', async () => {
  const ring = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><path fill-rule="evenodd" fill="#393" d="M0 0H320V240H0Z M150 110h20v20h-20z"/></svg>`

  const { svg } = await trace(ring)

  const alpha = await sharp(Buffer.from(svg)).ensureAlpha().extractChannel(3).raw().toBuffer()
  expect(alpha[120 * 320 + 160]).toBe(0)
  expect(alpha[20 * 320 + 20]).toBe(255)
})

test('black and white traces dark areas in black and nothing else', async () => {
  const mark =
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><circle cx="160" cy="120" r="80" fill="#00f"/></svg>'

  const { svg } = await trace(mark, { colors: 'binary' })

  expect([...new Set(svg.match(/fill="#\w+"/g))]).toEqual(['fill="#000000"'])
  expect(await difference(svg, mark.replace('#00f', '#000'))).toBeLessThan(3)
})

test('traces a large picture at a smaller size, but keeps its dimensions', async () => {
  const large = await sharp(Buffer.from(logo)).resize(4000, 3000).png().toBuffer()

  const { svg } = await trace(large)

  expect(svg).toContain('width="4000" height="3000" viewBox="0 0 4000 3000"')
  expect(svg.length).toBeLessThan(100_000)
  expect(await difference(svg, logo)).toBeLessThan(3)
})

test('traces noise into a drawing that is small enough to be shown', async () => {
  const side = 400
  // A fixed sequence, so that every run sees the same noise.
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state & 255
  }
  const noise = Buffer.from(Array.from({ length: side * side * 3 }, next))
  const picture = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()

  const { svg } = await trace(picture, { detail: 8, speckle: 0 })

  expect(svg.length).toBeLessThan(12_000_001)
  expect(svg).toContain(`viewBox="0 0 ${side} ${side}"`)
})

test('traces a picture of a single pixel', async () => {
  const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const { svg } = await trace(dot)
  expect(svg).toContain('viewBox="0 0 1 1"')
})
