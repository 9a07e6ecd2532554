import type { Mark } from './mask-marks.ts'

const PAINT = '#ff4a2b'

/** Draws the marks for display. The mask that is uploaded is made by `paintMarks`, pixel by pixel. */
export function drawMarks(
  canvas: HTMLCanvasElement,
  { marks, base, scale }: { marks: readonly Mark[]; base: CanvasImageSource | undefined; scale: number },
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.reset()
  if (base) drawBase(context, base, canvas)
  context.scale(scale, scale)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.fillStyle = PAINT
  context.strokeStyle = PAINT
  for (const mark of marks) {
    context.globalCompositeOperation = mark.erase ? 'destination-out' : 'source-over'
    if (mark.shape === 'box') context.fillRect(mark.x, mark.y, mark.width, mark.height)
    else drawStroke(context, mark)
  }
}

function drawStroke(
  context: CanvasRenderingContext2D,
  { points, size }: Extract<Mark, { shape: 'stroke' }>,
): void {
  const [first, ...others] = points
  if (!first) return
  context.lineWidth = size
  context.beginPath()
  context.moveTo(first[0], first[1])
  // A line from a point to itself is drawn as a dot, because its ends are round.
  for (const [x, y] of others.length > 0 ? others : [first]) context.lineTo(x, y)
  context.stroke()
}

/** The white area of an earlier mask, in the colour of our paint. */
function drawBase(
  context: CanvasRenderingContext2D,
  base: CanvasImageSource,
  { width, height }: HTMLCanvasElement,
): void {
  context.drawImage(base, 0, 0, width, height)
  const image = context.getImageData(0, 0, width, height)
  for (let at = 0; at < image.data.length; at += 4) {
    image.data.set([255, 74, 43, image.data[at]! > 127 ? 255 : 0], at)
  }
  context.putImageData(image, 0, 0)
}
