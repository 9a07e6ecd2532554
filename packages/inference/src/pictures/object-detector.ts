import { type Tensor, tensor4d } from '@tensorflow/tfjs-core'
import { graphModel } from '../graph-model.ts'
import { cocoLabels } from './coco-labels.ts'
import type { Pixels } from './pixels.ts'

/** The network takes a square of this side, whatever the shape of the picture. */
const SIDE = 300
/** Two boxes of the same label that overlap more than this belong to one object. */
const SAME_MIN = 0.5
const OBJECTS_MAX = 50

export interface DetectedObject {
  label: string
  score: number
  box: { x: number; y: number; width: number; height: number }
}

interface Size {
  width: number
  height: number
}

/** COCO-SSD: finds everyday objects and their positions. */
export interface ObjectDetector {
  /** The size to which a picture must be stretched for this network. */
  size: Size
  /** `pixels` have the size above; the boxes are in pixels of the `picture`. The surest objects come first. */
  detect: (pixels: Pixels, picture: Size, scoreMin: number) => Promise<DetectedObject[]>
}

export async function openObjectDetector(folder: string): Promise<ObjectDetector> {
  const model = await graphModel(folder)
  return {
    size: { width: SIDE, height: SIDE },
    detect: async ({ data }, picture, scoreMin) => {
      const colors = Int32Array.from(
        { length: SIDE * SIDE * 3 },
        (_, at) => data[Math.floor(at / 3) * 4 + (at % 3)]!,
      )
      const image = tensor4d(colors, [1, SIDE, SIDE, 3], 'int32')
      const [scores, boxes] = (await model.executeAsync(image)) as [Tensor, Tensor]
      const output = { scores: await scores.data(), labels: scores.shape[2]!, boxes: await boxes.data() }
      for (const tensor of [image, scores, boxes]) tensor.dispose()
      return objectsIn(output, scoreMin, picture)
    },
  }
}

interface Output {
  /** For each candidate, how sure the network is of each label. */
  scores: ArrayLike<number>
  labels: number
  /** Top, left, bottom and right, as fractions of the picture. */
  boxes: ArrayLike<number>
}

/** Non-maximum suppression: the network finds each object many times, and only the surest of those candidates is kept. */
function objectsIn({ scores, labels, boxes }: Output, scoreMin: number, picture: Size): DetectedObject[] {
  const candidates: DetectedObject[] = []
  for (let candidate = 0; candidate * labels < scores.length; candidate += 1) {
    let best = 0
    for (let label = 1; label < labels; label += 1)
      if (scores[candidate * labels + label]! > scores[candidate * labels + best]!) best = label
    const score = scores[candidate * labels + best]!
    const label = cocoLabels[best]
    if (score < scoreMin || !label) continue
    const edges = Array.from({ length: 4 }, (_, edge) => boxes[candidate * 4 + edge]!)
    candidates.push({ label, score: Math.round(score * 1000) / 1000, box: boxOf(edges, picture) })
  }
  const objects: DetectedObject[] = []
  for (const candidate of candidates.sort((one, other) => other.score - one.score)) {
    const isKnown = objects.some(
      ({ label, box }) => label === candidate.label && overlap(box, candidate.box) > SAME_MIN,
    )
    if (!isKnown && objects.length < OBJECTS_MAX) objects.push(candidate)
  }
  return objects
}

/** In whole pixels, within the picture, never empty. */
function boxOf(edges: number[], { width, height }: Size): DetectedObject['box'] {
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
function overlap(one: DetectedObject['box'], other: DetectedObject['box']): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const both = Math.max(0, across) * Math.max(0, down)
  return both / (one.width * one.height + other.width * other.height - both)
}
