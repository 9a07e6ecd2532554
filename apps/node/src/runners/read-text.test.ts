import { readFile } from 'node:fs/promises'
import { randomFrom } from '@infra/inference/random'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { photograph } from '../test/photograph.ts'
import { openTestRunner, pathOf } from '../test/test-runner.ts'
import { drawText } from './draw-text.ts'

const run = await openTestRunner()

const page = [
  'The quick brown fox jumps',
  'over the lazy dog, and then',
  'sleeps for 1234 minutes.',
  'BIG WAVES HIT QUEBEC',
  'JUST VEXING MR KLZD FPY',
  'room 567 and 890',
]

async function read(image: string | Buffer, input: Record<string, string> = {}) {
  const { outputs, stages } = await run('read-text', image, { layout: 'auto', ...input })
  const words: { text: string; confidence: number; box: Record<'x' | 'y' | 'width' | 'height', number> }[] =
    JSON.parse(await readFile(pathOf(outputs[1]), 'utf8'))
  return { text: (outputs[0] as { text: string }).text, words, stages, outputs }
}

test.for([
  ['small', { size: 14 }],
  ['large', { size: 44 }],
  ['light on dark', { size: 24, ink: '#e8eef2', paper: '#10202c' }],
] as const)('reads clean print (%s) without a mistake', async ([, style]) => {
  const { text, outputs, stages } = await read(drawText(page, style))

  // It leaves an empty line before a new paragraph.
  expect(text.split('\n').filter(Boolean)).toEqual(page)
  expect(outputs.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['text text', 'words json'])
  expect(stages.length).toBeGreaterThanOrEqual(3)
})

test('reads a noisy photograph of print with few mistakes', async () => {
  const clean = sharp(Buffer.from(drawText(page, { size: 28, ink: '#333', paper: '#ddd6c8' })))
  const noisy = await clean.rotate(0.7, { background: '#ddd6c8' }).blur(0.8).jpeg({ quality: 50 }).toBuffer()

  const { text } = await read(noisy)

  expect(mistakes(text.replaceAll(/\n+/g, '\n'), page.join('\n')) / page.join('').length).toBeLessThanOrEqual(
    0.02,
  )
})

test('[finding U25] reads a slanted page in light and shadow with few mistakes, and places its words', async () => {
  const paper = '#ddd6c8'
  const { text, words } = await read(
    await photograph(drawText(page, { size: 28, ink: '#333', paper }), {
      paper,
      slant: -5,
      noise: 15,
      random: randomFrom(25),
      light: (x, _, { width }) => (1 - 0.6 * (x / width)) * (x > 0.3 * width && x < 0.6 * width ? 0.6 : 1),
    }),
  )

  const wanted = page.join('\n')
  expect(mistakes(text.replaceAll(/\n+/g, '\n'), wanted) / wanted.length).toBeLessThanOrEqual(0.05)
  // The last line begins below the first, however the page was turned.
  const [first, last] = ['quick', 'room'].map((word) => words.find(({ text }) => text === word)!.box)
  expect(last!.y).toBeGreaterThan(first!.y + first!.height)
  for (const { box } of words) expect(box.height).toBeLessThan(3 * 28)
})

test('reads a dark panel with light print beside dark print on light paper', async () => {
  const [above, below] = await Promise.all([
    sharp(Buffer.from(drawText(['plain print here'], { size: 30 })))
      .png()
      .toBuffer({ resolveWithObject: true }),
    sharp(Buffer.from(drawText(['a dark panel now'], { size: 30, ink: '#fff', paper: '#123' })))
      .png()
      .toBuffer({ resolveWithObject: true }),
  ])
  const screen = sharp({
    create: {
      width: Math.max(above.info.width, below.info.width),
      height: above.info.height + below.info.height,
      channels: 3,
      background: '#fff',
    },
  }).composite([
    { input: above.data, left: 0, top: 0 },
    { input: below.data, left: 0, top: above.info.height },
  ])
  const { text } = await read(await screen.png().toBuffer())
  expect(text.split('\n').filter(Boolean)).toEqual(['plain print here', 'a dark panel now'])
})

test('gives each word its place in the original picture', async () => {
  const { words } = await read(drawText(['one two'], { size: 20 }))

  expect(words.map(({ text }) => text)).toEqual(['one', 'two'])
  const [one, two] = words.map(({ box }) => box)
  const { width, height } = await sharp(Buffer.from(drawText(['one two'], { size: 20 }))).metadata()
  // Letters begin at the margin, which is as wide as a capital is high.
  expect(one!.x).toBeGreaterThan(14)
  expect(one!.x).toBeLessThan(24)
  expect(two!.x).toBeGreaterThan(one!.x + one!.width)
  for (const { x, y, width: wide, height: high } of [one!, two!]) {
    expect(x + wide).toBeLessThanOrEqual(width)
    expect(y + high).toBeLessThanOrEqual(height)
  }
  for (const { confidence } of words) {
    expect(confidence).toBeGreaterThan(0.5)
    expect(confidence).toBeLessThanOrEqual(1)
  }
})

test.for([
  ['line', ['Only one line']],
  ['block', ['Two lines of', 'one text']],
  ['sparse', ['here and there']],
] as const)('reads text with the layout "%s"', async ([layout, lines]) => {
  const { text } = await read(drawText(lines, { size: 32 }), { layout })
  expect(text.replace(/\s+/g, ' ')).toBe(lines.join(' '))
})

test('finds no words in a picture without any', async () => {
  const { text, words } = await read(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#fff"/></svg>',
  )
  expect({ text, words }).toEqual({ text: '', words: [] })
})

/** The edit distance: how many letters must be added, removed or changed. */
function mistakes(given: string, wanted: string): number {
  let row = Array.from({ length: wanted.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...given].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= wanted.length; at += 1)
      next.push(Math.min(row[at]! + 1, next[at - 1]! + 1, row[at - 1]! + (letter === wanted[at - 1] ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
