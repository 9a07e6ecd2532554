import { readFile } from 'node:fs/promises'
import type { DetectedObject } from '@infra/inference/pictures/object-detector'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inStreet, street } from '../doctor/street.ts'
import { rgbOf } from '../test/compare-pictures.ts'
import { openTestRunner, pathOf } from '../test/test-runner.ts'
import { colorOf, drawBoxes } from './draw-boxes.ts'

const run = await openTestRunner()

async function find(image: string | Buffer, score = 0.5) {
  const { outputs, stages } = await run('find-objects', image, { score })
  const objects: DetectedObject[] = JSON.parse(await readFile(pathOf(outputs[1]), 'utf8'))
  return { picture: pathOf(outputs[0]), objects, stages }
}

function overlap(one: DetectedObject['box'], other: DetectedObject['box']): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const both = Math.max(0, across) * Math.max(0, down)
  return both / (one.width * one.height + other.width * other.height - both)
}

const found = await find(street)

test('finds each object in the street once, in its place', () => {
  expect(found.objects.map(({ label }) => label).sort()).toEqual(Object.keys(inStreet).sort())
  for (const { label, score, box } of found.objects) {
    expect(score).toBeGreaterThan(0.5)
    expect(overlap(box, inStreet[label]!)).toBeGreaterThan(0.6)
  }
  expect(found.stages.length).toBeGreaterThanOrEqual(4)
})

test('frames and labels each object in the colour of its kind, and changes nothing else', async () => {
  const [marked, plain] = await Promise.all([rgbOf(found.picture), rgbOf(street)])
  const changed = new Set<number>()
  for (let at = 0; at < marked.length; at += 1) if (marked[at] !== plain[at]) changed.add(Math.floor(at / 3))
  expect(changed.size).toBeGreaterThan(2000)
  for (const { label, box } of found.objects) {
    // On the left edge, half-way down.
    const at = ((box.y + Math.round(box.height / 2)) * 600 + box.x + 1) * 3
    const [dot] = [
      await rgbOf(
        `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1" fill="${colorOf(label)}"/></svg>`,
      ),
    ]
    expect([...marked.subarray(at, at + 3)]).toEqual([...dot])
  }
  const isNear = (pixel: number) =>
    found.objects.some(({ box }) => {
      const [x, y] = [pixel % 600, Math.floor(pixel / 600)]
      return x >= box.x && x < box.x + Math.max(box.width, 200) && y >= box.y - 40 && y < box.y + box.height
    })
  expect([...changed].filter((pixel) => !isNear(pixel))).toEqual([])
})

test('a higher minimum score finds fewer objects', async () => {
  const { objects } = await find(street, 0.8)
  expect(objects.length).toBeLessThan(found.objects.length)
  for (const { score } of objects) expect(score).toBeGreaterThanOrEqual(0.8)
})

test('finds nothing in an empty picture, and leaves it unchanged', async () => {
  const wall = await sharp({ create: { width: 50, height: 90, channels: 3, background: '#8a8f99' } })
    .jpeg()
    .toBuffer()
  const { objects, picture } = await find(wall)
  expect(objects).toEqual([])
  expect((await rgbOf(picture)).equals(await rgbOf(wall))).toBe(true)
})

test('the label of an object in the corner stays within the picture', () => {
  const object: DetectedObject = {
    label: 'traffic light',
    score: 0.87,
    box: { x: 190, y: 0, width: 10, height: 10 },
  }
  const marks = drawBoxes([object], { width: 200, height: 100 })
  const [, x, y, width] = /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="[\d.]+" fill="hsl/.exec(
    marks,
  )!
  expect(Number(y)).toBe(0)
  expect(Number(x)).toBeGreaterThanOrEqual(0)
  expect(Number(x) + Number(width)).toBeLessThanOrEqual(200.001)
})

test('a file that isn’t a picture fails as unreadable input', async () => {
  await expect(find(Buffer.from('GIF89a and nothing more'))).rejects.toMatchObject({
    reason: 'input_unreadable',
    final: true,
  })
})
