import sharp from 'sharp'
import type { ModelFiles } from '../onnx-session.ts'
import { fillHoles } from './fill-holes.ts'
import type { Pixels } from './pixels.ts'
import { CORE_SIDE, type Hole, planHoles } from './plan-holes.ts'

/** How far the network can see beyond an edge, in its own pixels. */
const STEP = 64
/** The network's output is poor at the very edge, so this much of it is made again with the next strip. */
const REDONE = 8
/** Each takes two seconds on one core. */
const WINDOWS_MAX = 24

/** Pixels by which a picture grows. */
export interface Sides {
  left: number
  right: number
  top: number
  bottom: number
}

/** Invents what is beyond the edges of a picture: one strip all around, then the next, each based on all before it. */
export async function expandPicture(
  original: Pixels,
  wanted: Sides,
  model: ModelFiles,
  onProgress: (pass: number, passes: number, partOfPass: number) => void,
): Promise<Pixels> {
  const passes = passesFor(original, wanted)
  let picture = original
  for (const [index, pass] of passes.entries())
    picture = await expand(picture, pass, model, (part) => onProgress(index, passes.length, part))
  restoreOriginal(picture, original, wanted)
  return picture
}

interface Pass {
  sides: Sides
  /** The strips made by earlier passes. */
  made: Sides
  /** How much smaller the network sees the picture. */
  scale: number
}

/** As sharp as possible within `WINDOWS_MAX`. */
function passesFor(size: { width: number; height: number }, wanted: Sides): Pass[] {
  for (let scale = 1; ; scale *= 1.2) {
    const passes = strips(wanted, Math.round(STEP * scale)).map((strip) => ({ ...strip, scale }))
    const core = CORE_SIDE * scale
    const across = Math.ceil((size.width + wanted.left + wanted.right) / core)
    const down = Math.ceil((size.height + wanted.top + wanted.bottom) / core)
    const windows = passes.reduce(
      (sum, { sides }) =>
        sum +
        across * (Math.sign(sides.top) + Math.sign(sides.bottom)) +
        down * (Math.sign(sides.left) + Math.sign(sides.right)),
      0,
    )
    if (windows <= WINDOWS_MAX) return passes
  }
}

/** As few strips as possible, all about equally wide. */
function strips(wanted: Sides, step: number): Pick<Pass, 'sides' | 'made'>[] {
  const count = Math.ceil(Math.max(...Object.values(wanted)) / step)
  const eachSide = (of: (pixels: number) => number): Sides => ({
    left: of(wanted.left),
    right: of(wanted.right),
    top: of(wanted.top),
    bottom: of(wanted.bottom),
  })
  return Array.from({ length: count }, (_, pass) => {
    const until = (passes: number) => (pixels: number) => Math.round((pixels * passes) / count)
    return {
      sides: eachSide((pixels) => until(pass + 1)(pixels) - until(pass)(pixels)),
      made: eachSide(until(pass)),
    }
  })
}

async function expand(
  picture: Pixels,
  { sides, made, scale }: Pass,
  model: ModelFiles,
  onPart: (part: number) => void,
): Promise<Pixels> {
  onPart(0)
  const { data, info } = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 4 },
  })
    .extend({ ...sides, extendWith: 'copy' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const larger = { data, width: info.width, height: info.height }
  const hole: Hole = { ...larger, bytes: new Uint8Array(info.width * info.height).fill(1) }
  const inset = (side: keyof Sides) => sides[side] + Math.min(made[side], Math.round(REDONE * scale))
  for (let row = inset('top'); row < info.height - inset('bottom'); row += 1)
    hole.bytes.fill(0, row * info.width + inset('left'), (row + 1) * info.width - inset('right'))
  await fillHoles(larger, hole, planHoles(hole, scale), model, (index, count) => onPart(index / count))
  return larger
}

/** Copies the original back, to the last pixel; the first new pixel next to it is blended half and half with its neighbor. */
function restoreOriginal(picture: Pixels, original: Pixels, { left, top }: Sides): void {
  const last = { x: original.width - 1, y: original.height - 1 }
  for (let row = Math.max(-1, -top); row <= Math.min(original.height, picture.height - top - 1); row += 1)
    for (
      let column = Math.max(-1, -left);
      column <= Math.min(original.width, picture.width - left - 1);
      column += 1
    ) {
      const [x, y] = [Math.max(0, Math.min(last.x, column)), Math.max(0, Math.min(last.y, row))]
      const from = (y * original.width + x) * 4
      const to = ((top + row) * picture.width + left + column) * 4
      const share = x === column && y === row ? 1 : 0.5
      for (let channel = 0; channel < 4; channel += 1) {
        const made = picture.data[to + channel]!
        picture.data[to + channel] = Math.round(made + (original.data[from + channel]! - made) * share)
      }
    }
}
