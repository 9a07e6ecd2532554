import { graphModel } from '@infra/safety/tf-wasm'
import { type Tensor, tensor4d } from '@tensorflow/tfjs-core'
import { cocoLabels } from './coco-labels.ts'
import { drawBoxes } from './draw-boxes.ts'
import { type Picture, readPicture, rgbaOf } from './picture.ts'
import type { Runner } from './runner.ts'
import { writePng } from './write-png.ts'

/** The network looks at a square of this side, whatever the shape of the picture. */
const SIDE = 300
/** Two boxes of the same label that share more than this are of one object. */
const SAME_MIN = 0.5
const OBJECTS_MAX = 50

export interface Found {
  label: string
  score: number
  box: { x: number; y: number; width: number; height: number }
}

/** Finds things of everyday life, and where they are. */
export const findObjects: Runner = async ({ input, files, weights, progress }) => {
  progress(0.05, 'Reading the picture')
  const picture = await readPicture(files.image)
  const { data } = await rgbaOf(
    picture.open().flatten({ background: '#fff' }).resize({ width: SIDE, height: SIDE, fit: 'fill' }),
  )

  progress(0.2, 'Loading the model')
  const model = await graphModel(weights['coco-ssd']!)

  progress(0.5, 'Looking for objects')
  const colors = Int32Array.from(
    { length: SIDE * SIDE * 3 },
    (_, at) => data[Math.floor(at / 3) * 4 + (at % 3)]!,
  )
  const image = tensor4d(colors, [1, SIDE, SIDE, 3], 'int32')
  const [scores, boxes] = (await model.executeAsync(image)) as [Tensor, Tensor]
  const found = foundIn(
    { scores: await scores.data(), labels: scores.shape[2]!, boxes: await boxes.data() },
    Number(input.score ?? 0.5),
    picture,
  )
  for (const tensor of [image, scores, boxes]) tensor.dispose()

  progress(0.75, 'Marking what was found')
  const marks = Buffer.from(drawBoxes(found, picture))
  return [
    await writePng(picture.width, () => picture.open().composite([{ input: marks }])),
    { name: 'objects', kind: 'json', bytes: Buffer.from(JSON.stringify(found)) },
  ]
}

interface Guesses {
  /** For each of its guesses, how sure the network is of each label. */
  scores: ArrayLike<number>
  labels: number
  /** Top, left, bottom and right, as parts of the picture. */
  boxes: ArrayLike<number>
}

/** The surest first; the network points at each object many times, and only the surest of those is kept. */
function foundIn({ scores, labels, boxes }: Guesses, scoreMin: number, picture: Picture): Found[] {
  const guesses: Found[] = []
  for (let guess = 0; guess * labels < scores.length; guess += 1) {
    let best = 0
    for (let label = 1; label < labels; label += 1)
      if (scores[guess * labels + label]! > scores[guess * labels + best]!) best = label
    const score = scores[guess * labels + best]!
    const label = cocoLabels[best]
    if (score < scoreMin || !label) continue
    const edges = Array.from({ length: 4 }, (_, edge) => boxes[guess * 4 + edge]!)
    guesses.push({ label, score: Math.round(score * 1000) / 1000, box: boxOf(edges, picture) })
  }
  const kept: Found[] = []
  for (const guess of guesses.sort((one, other) => other.score - one.score)) {
    const isKnown = kept.some(({ label, box }) => label === guess.label && overlap(box, guess.box) > SAME_MIN)
    if (!isKnown && kept.length < OBJECTS_MAX) kept.push(guess)
  }
  return kept
}

/** In whole pixels, within the picture, never empty. */
function boxOf(edges: number[], { width, height }: Picture): Found['box'] {
  const place = (part: number, side: number) => Math.max(0, Math.min(side, Math.round(part * side)))
  const [top, left, bottom, right] = edges as [number, number, number, number]
  const x = Math.min(width - 1, place(left, width))
  const y = Math.min(height - 1, place(top, height))
  return {
    x,
    y,
    width: Math.max(1, place(right, width) - x),
    height: Math.max(1, place(bottom, height) - y),
  }
}

/** Intersection over union. */
function overlap(one: Found['box'], other: Found['box']): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const both = Math.max(0, across) * Math.max(0, down)
  return both / (one.width * one.height + other.width * other.height - both)
}
