import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWeights } from '@infra/weights/weights'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { classify, PAGE_BACKGROUND } from './classify.ts'
import { isExplicit } from './is-explicit.ts'
import { safetyPack } from './safety-pack.ts'
import { mistaken } from './test/mistaken.ts'

const cache =
  process.env.WEIGHTS_CACHE ?? join(import.meta.dirname, '../../../node_modules/.cache/infra-weights')
const model = await openWeights({ packs: [safetyPack], cache, say: () => {} }).ensure(safetyPack.name)
const folder = await mkdtemp(join(tmpdir(), 'infra-safety-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const png = (drawing: string) => sharp(Buffer.from(drawing)).png().toBuffer()
const drawn = (inside: string) =>
  png(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${inside}</svg>`)

const ball = await drawn(
  '<defs><radialGradient id="g" cx=".35" cy=".3"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#b33"/></radialGradient></defs><rect width="400" height="400" fill="#9cc"/><circle cx="200" cy="210" r="120" fill="url(#g)"/>',
)

test.for([
  ['a ball', ball],
  ['bare skin colour', await drawn('<rect width="400" height="400" fill="#e8b98a"/>')],
  ['black', await drawn('<rect width="400" height="400"/>')],
  ['nothing at all', await drawn('')],
] as const)('%s is harmless: neutral or a drawing', async ([, picture]) => {
  const scores = await classify(picture, model)

  expect(Object.values(scores).reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 3)
  expect(scores.Neutral + scores.Drawing).toBeGreaterThan(0.8)
  expect(isExplicit(scores)).toBe(false)
})

test('a cartoon scores higher as a drawing than a ball does, and is not explicit', async () => {
  const cartoon = await drawn(`<rect width="400" height="400" fill="#fff"/>
    <g stroke="#111" stroke-width="7" stroke-linejoin="round" fill="#fff">
      <path d="M90 230 C60 60 340 60 310 230 L330 330 L270 300 L130 300 L70 330 Z" fill="#5a3d8a"/>
      <path d="M120 200 C120 330 170 350 200 350 C230 350 280 330 280 200 C260 130 140 130 120 200Z"/>
      <path d="M115 210 C130 120 180 130 200 170 C220 130 270 120 285 210 C300 100 100 100 115 210Z" fill="#5a3d8a"/>
      <ellipse cx="160" cy="235" rx="22" ry="30"/><ellipse cx="240" cy="235" rx="22" ry="30"/>
      <ellipse cx="163" cy="240" rx="12" ry="20" fill="#2a6fd6"/><ellipse cx="237" cy="240" rx="12" ry="20" fill="#2a6fd6"/>
      <path d="M185 300 Q200 312 215 300"/><path d="M130 400 L150 340 H250 L270 400Z" fill="#d33"/>
    </g>`)
  const [figure, round] = [await classify(cartoon, model), await classify(ball, model)]

  expect(figure.Drawing).toBeGreaterThan(round.Drawing * 10)
  expect(figure.Hentai + figure.Porn + figure.Sexy).toBeLessThan(0.01)
})

test('a file gets the same scores as its bytes', async () => {
  const path = join(folder, 'ball.png')
  await writeFile(path, ball)
  expect(await classify(path, model)).toEqual(await classify(ball, model))
})

test('rejects bytes that are not a picture', async () => {
  await expect(classify(Buffer.from('GIF89a and nothing more'), model)).rejects.toThrow()
})

test('a picture that the classifier mistakes for explicit counts as explicit', async () => {
  expect(isExplicit(await classify(await png(mistaken), model))).toBe(true)
})

type Point = readonly number[]

/** Repaints each pixel, which may become transparent. */
async function repainted(picture: Buffer, paint: (point: Point) => Point): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const points = Array.from({ length: info.width * info.height }, (_, at) =>
    paint([...data.subarray(at * 3, at * 3 + 3)]),
  )
  const raw = { width: info.width, height: info.height, channels: 4 as const }
  return sharp(Buffer.from(points.flat()), { raw }).png().toBuffer()
}

/** Looks like `picture` on black. On white each pixel is as bright as possible, so little can be seen. */
function seenOnBlackAlone(picture: Buffer): Promise<Buffer> {
  return repainted(picture, (point) => {
    const alpha = Math.max(...point, 1)
    return [...point.map((value) => Math.round((value / alpha) * 255)), alpha]
  })
}

/** Looks like `picture` on white. On black each pixel is as dark as possible. */
function seenOnWhiteAlone(picture: Buffer): Promise<Buffer> {
  return repainted(picture, (point) => {
    const alpha = Math.max(255 - Math.min(...point), 1)
    return [...point.map((value) => 255 - Math.round(((255 - value) / alpha) * 255)), alpha]
  })
}

const onBackground = (picture: Buffer, background: string) =>
  sharp(picture).flatten({ background }).png().toBuffer()

test('[finding S13] a picture that looks explicit only on the dark page is explicit', async () => {
  const picture = await seenOnBlackAlone(await png(mistaken))
  expect(isExplicit(await classify(await onBackground(picture, '#fff'), model))).toBe(false)
  expect(isExplicit(await classify(picture, model))).toBe(true)
})

test('[finding S13] a picture that looks explicit only on white is explicit', async () => {
  const picture = await seenOnWhiteAlone(await png(mistaken))
  expect(isExplicit(await classify(await onBackground(picture, PAGE_BACKGROUND), model))).toBe(false)
  expect(isExplicit(await classify(picture, model))).toBe(true)
})

test('[finding S13] the page has the background that the classifier uses', async () => {
  const styles = await readFile(join(import.meta.dirname, '../../../apps/web/src/styles.css'), 'utf8')
  expect(styles).toContain(`--color-ground: ${PAGE_BACKGROUND};`)
})
