import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ball } from '../doctor/samples.ts'
import { openTestRunner, pathOf } from '../test/test-runner.ts'

const run = await openTestRunner()

/** The ball alone, white on black: what a perfect cut would be. */
const truth = await maskOf(
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><rect width="480" height="360"/><circle cx="240" cy="180" r="110" fill="#fff"/></svg>',
)

/** A bust before a wall; crude, but MODNet takes it for a person. */
const person = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500">
  <rect width="400" height="500" fill="#8fa3ad"/>
  <path d="M40 500 C40 380 130 350 200 350 C270 350 360 380 360 500 Z" fill="#263e8c"/>
  <path d="M165 290 h70 v80 q-35 30 -70 0 Z" fill="#d9a066"/>
  <ellipse cx="200" cy="210" rx="80" ry="105" fill="#e8b98a"/>
  <path d="M115 215 C100 60 300 60 285 215 C280 150 250 130 200 130 C150 130 120 150 115 215 Z" fill="#3b2314"/>
  <ellipse cx="170" cy="205" rx="11" ry="7" fill="#fff"/><circle cx="170" cy="205" r="5" fill="#222"/>
  <ellipse cx="230" cy="205" rx="11" ry="7" fill="#fff"/><circle cx="230" cy="205" r="5" fill="#222"/>
  <path d="M200 210 l-9 38 h18" fill="none" stroke="#b07a4a" stroke-width="4"/>
  <path d="M170 270 q30 22 60 0" fill="none" stroke="#a33" stroke-width="7"/>
</svg>`

async function maskOf(svg: string): Promise<boolean[]> {
  const grey = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer()
  return Array.from(grey, (value) => value > 127)
}

async function alphaOf(path: string): Promise<number[]> {
  return Array.from(await sharp(path).extractChannel(3).raw().toBuffer())
}

function overlap(alpha: number[], mask: boolean[]): number {
  const cut = alpha.map((value) => value > 127)
  const both = cut.filter((inside, at) => inside && mask[at]).length
  return both / cut.filter((inside, at) => inside || mask[at]).length
}

/** As people send them, with private metadata. */
const photograph = await sharp(Buffer.from(ball))
  .withExif({ IFD0: { Copyright: 'secret' } })
  .jpeg({ quality: 95 })
  .toBuffer()
const cut = await run('cut-out', photograph, { subject: 'object', background: 'transparent' })
const cutPath = pathOf(cut.outputs[0])

test('cuts an object out along its edge at full size, in at least four stages', async () => {
  expect(await sharp(cutPath).metadata()).toMatchObject({
    format: 'png',
    width: 480,
    height: 360,
    hasAlpha: true,
  })
  const alpha = await alphaOf(cutPath)
  expect(overlap(alpha, truth)).toBeGreaterThan(0.95)
  expect(alpha[180 * 480 + 240]).toBe(255)
  expect(alpha[10 * 480 + 10]).toBe(0)
  // Sharp edges: few pixels are neither in nor out.
  expect(alpha.filter((value) => value > 20 && value < 235).length / alpha.length).toBeLessThan(0.05)
  expect(cut.stages.length).toBeGreaterThanOrEqual(4)
})

test('the edge has no fringe of the old background', async () => {
  const data = await sharp(cutPath).raw().toBuffer()
  const edge = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 4)).filter(
    (pixel) => pixel[3]! > 60 && pixel[3]! < 200,
  )
  // The ball is red, the wall is bluish grey.
  const reddish = edge.filter(([red, , blue]) => red! > blue! + 20)
  expect(reddish.length / edge.length).toBeGreaterThan(0.9)
})

test('transparent pixels keep nothing of the background', async () => {
  const pixels = await sharp(cutPath).raw().toBuffer()
  for (let at = 0; at < pixels.length; at += 4)
    if (pixels[at + 3] === 0 && pixels.readUIntBE(at, 3) !== 0) expect.fail(`Pixel ${at / 4} is still there.`)
})

test('the result has no metadata of the picture', async () => {
  expect((await sharp(photograph).metadata()).exif).toBeDefined()
  const { exif, icc, xmp } = await sharp(cutPath).metadata()
  expect({ exif, icc, xmp }).toEqual({})
})

test('a colour can replace the background', async () => {
  const { outputs } = await run('cut-out', ball, { subject: 'object', background: 'color', color: '#00ff00' })

  const { data, info } = await sharp(pathOf(outputs[0])).raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(3)
  expect([...data.subarray(0, 3)]).toEqual([0, 255, 0])
})

test('a portrait is cut out by the model for people', async () => {
  const { outputs } = await run('cut-out', person, { subject: 'portrait', background: 'transparent' })

  const alpha = await alphaOf(pathOf(outputs[0]))
  expect(alpha[210 * 400 + 200]).toBeGreaterThan(240)
  expect(alpha[420 * 400 + 200]).toBeGreaterThan(240)
  expect(alpha[20 * 400 + 20]).toBeLessThan(10)
})

test.for([
  ['is no picture', Buffer.from('GIF89a and nothing more')],
  ['is cut short', (await sharp(Buffer.from(ball)).png().toBuffer()).subarray(0, 3000)],
] as const)('a file that %s fails as unreadable input', async ([, bytes]) => {
  await expect(run('cut-out', bytes, { subject: 'object' })).rejects.toMatchObject({
    reason: 'input_unreadable',
    final: true,
  })
})
