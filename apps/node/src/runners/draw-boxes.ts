import { cocoLabels } from '@infra/inference/pictures/coco-labels'
import type { DetectedObject } from '@infra/inference/pictures/object-detector'
import { strokesOf } from './draw-text.ts'

/** An SVG of the size of the picture: a frame around each object, with its label, in the label's colour. */
export function drawBoxes(
  objects: readonly DetectedObject[],
  { width, height }: { width: number; height: number },
): string {
  const line = Math.max(2, Math.round(Math.max(width, height) / 250))
  // Drawn last, the surest object is on top.
  const marks = objects
    .toReversed()
    .map((object) => frame(object, line) + tag(object, line, { width, height }))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${marks.join('')}</svg>`
}

/** The golden angle keeps the colours of neighbouring labels far apart. */
export function colorOf(label: string): string {
  return `hsl(${Math.round((cocoLabels.indexOf(label) * 137.508) % 360)}, 80%, 36%)`
}

function frame({ label, box }: DetectedObject, line: number): string {
  const inset = line / 2
  const size = { width: Math.max(1, box.width - line), height: Math.max(1, box.height - line) }
  return `<rect x="${box.x + inset}" y="${box.y + inset}" width="${size.width}" height="${size.height}" fill="none" stroke="${colorOf(label)}" stroke-width="${line}"/>`
}

/** Above the frame if there's room, otherwise inside it; moved or scaled down so that it's never cut off. */
function tag(
  { label, score, box }: DetectedObject,
  line: number,
  picture: { width: number; height: number },
): string {
  const { strokes, width } = strokesOf(`${label} ${Math.floor(score * 100)}%`)
  const size = Math.min(line * 4, (picture.width * 80) / (width + 80))
  const scale = size / 100
  const across = (width + 80) * scale
  const down = 190 * scale
  const x = Math.max(0, Math.min(box.x, picture.width - across))
  const y = box.y >= down ? box.y - down : box.y
  const place = `translate(${x + 40 * scale} ${y + 40 * scale}) scale(${scale})`
  return `<rect x="${x}" y="${y}" width="${across}" height="${down}" fill="${colorOf(label)}"/><g transform="${place}" fill="none" stroke="#fff" stroke-width="14" stroke-linejoin="round">${strokes}</g>`
}
