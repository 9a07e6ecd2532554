import type { AppManifest } from '@infra/protocol/apps/app'
import { backdrops, drawLandscape, drawRoom } from './backdrops.ts'
import type { CanaryInput } from './canary-input.ts'
import type { Chance } from './chance.ts'
import { drawPerson } from './draw-person.ts'
import { drawClock, drawStopSign, drawTrafficLight } from './draw-signs.ts'
import { drawMug, drawUmbrella, things } from './draw-things.ts'
import { optionOf } from './option-of.ts'
import { cropOf, paintPicture, paintPlainly, type Size } from './paint-picture.ts'
import { anyColor, css, type Place } from './shapes.ts'

/** Sizes of cameras, phones and screens, but small enough to be quick. */
const SIZES = [
  [640, 480],
  [480, 640],
  [800, 600],
  [600, 800],
  [640, 640],
  [720, 540],
  [960, 540],
  [540, 960],
  [900, 600],
] as const

/** Length of a drawing's shorter side, in the units that it's measured in. */
const UNITS = 1000

function sizeFrom(chance: Chance, scale = 1): Size {
  const [width, height] = chance.pick(SIZES)
  // Some photos have been cropped by hand.
  const cut = () => (chance.isTrue(0.4) ? chance.number(0.82, 1) : 1)
  return { width: Math.round(width * scale * cut()), height: Math.round(height * scale * cut()) }
}

function unitsOf({ width, height }: Size): Size {
  const unit = UNITS / Math.min(width, height)
  return { width: width * unit, height: height * unit }
}

/** A random place that lies completely within a drawing. */
function placeIn({ width, height }: Size, chance: Chance, [least, most]: [number, number]): Place {
  const size = UNITS * chance.number(least, most)
  const within = (length: number) => chance.number(size * 0.56, length - size * 0.56)
  return { x: within(width), y: within(height), size }
}

/** This many things of these sizes, placed at random in front of a backdrop. */
function drawScene(
  chance: Chance,
  units: Size,
  { count, sizes }: { count: number; sizes: [number, number] },
): string {
  const standing = chance.some(things, count).map((draw) => draw(placeIn(units, chance, sizes), chance))
  return chance.pick(backdrops)(chance, units) + standing.join('')
}

function anyScene(chance: Chance, units: Size): string {
  return drawScene(chance, units, { count: chance.integer(1, 4), sizes: [0.2, 0.5] })
}

async function picture(svg: string, size: Size, chance: Chance, share = 1): Promise<Buffer> {
  const units = unitsOf(size)
  return paintPicture(svg, cropOf(units, share, chance), size, chance)
}

export async function orderCutOut(app: AppManifest, chance: Chance): Promise<CanaryInput> {
  const size = sizeFrom(chance)
  const units = unitsOf(size)
  const subject = optionOf(app, 'subject', chance)
  const background = optionOf(app, 'background', chance)
  const place = placeIn(units, chance, [0.5, 0.75])
  const drawn =
    subject === 'portrait'
      ? drawPerson({ ...place, y: units.height - place.size * chance.number(0.5, 0.85) }, chance)
      : chance.pick(things)(place, chance)
  const svg = chance.pick([drawLandscape, drawRoom])(chance, units) + drawn
  // Far from the colors of walls and skies, with which the result would look as if nothing had been removed.
  const color = chance.pick(['#ffffff', '#000000', '#00ff00', '#ff00ff', '#1a1a2e', '#ffd400'])
  return {
    input: { subject, background, ...(background === 'color' && { color }) },
    files: [{ name: 'image', bytes: await picture(svg, size, chance) }],
  }
}

export async function orderEraseFill(_app: AppManifest, chance: Chance): Promise<CanaryInput> {
  const size = sizeFrom(chance)
  const units = unitsOf(size)
  const backdrop = chance.pick(backdrops)(chance, units)
  const places = Array.from({ length: chance.integer(1, 2) }, () => placeIn(units, chance, [0.16, 0.3]))
  const drawn = chance.some(things, places.length).map((draw, at) => draw(places[at]!, chance))
  const holes = places.map((place) => paintedOver(place, chance))
  const whole = { x: 0, y: 0, ...units }
  const mask = `<rect width="100%" height="100%"/><g fill="#fff" stroke="#fff" stroke-linecap="round">${holes.join('')}</g>`
  return {
    input: {},
    files: [
      { name: 'image', bytes: await paintPicture(backdrop + drawn.join(''), whole, size, chance) },
      { name: 'mask', bytes: await paintPlainly(mask, whole, size) },
    ],
  }
}

/** A mask as a person paints it: an oval, or strokes of a broad brush that cover most of the thing. */
function paintedOver({ x, y, size }: Place, chance: Chance): string {
  if (chance.isTrue(0.5))
    return `<ellipse cx="${x}" cy="${y}" rx="${size * chance.number(0.52, 0.64)}" ry="${size * chance.number(0.52, 0.64)}"/>`
  const brush = size * chance.number(0.3, 0.4)
  const strokes = [-0.36, -0.12, 0.12, 0.36].map((row) => {
    const [from, to] = [chance.number(0.3, 0.45), chance.number(0.3, 0.45)]
    return `M${x - size * from} ${y + size * row}L${x + size * to} ${y + size * (row + chance.number(-0.06, 0.06))}`
  })
  return `<path d="${strokes.join('')}" stroke-width="${brush}" fill="none"/>`
}

export async function orderExpandPhoto(_app: AppManifest, chance: Chance): Promise<CanaryInput> {
  const size = sizeFrom(chance, 0.6)
  const sides = ['left', 'right', 'top', 'bottom']
  const growing = chance.some(sides, chance.integer(1, 2))
  const pixels = () => chance.pick([32, 40, 48, 64, 64, 64, 80, 96, 100, 128])
  return {
    input: Object.fromEntries(sides.map((side) => [side, growing.includes(side) ? pixels() : 0])),
    files: [
      {
        name: 'image',
        bytes: await picture(anyScene(chance, unitsOf(size)), size, chance, chance.number(0.8, 1)),
      },
    ],
  }
}

/**
 * Sharp and full of detail, as thumbnails are: the model's result is far from plain interpolation, which a node could submit instead. The
 * model would remove more grain than this, and the result would be refused as unlike the input.
 */
export async function orderUpscale(_app: AppManifest, chance: Chance): Promise<CanaryInput> {
  const size = sizeFrom(chance, chance.number(0.14, 0.2))
  const units = unitsOf(size)
  const svg = drawScene(chance, units, { count: chance.integer(6, 9), sizes: [0.16, 0.34] })
  const image = await paintPicture(svg, { x: 0, y: 0, ...units }, size, chance, { blurMax: 0, grainMax: 12 })
  return { input: {}, files: [{ name: 'image', bytes: image }] }
}

export async function orderVectorise(app: AppManifest, chance: Chance): Promise<CanaryInput> {
  const size = sizeFrom(chance)
  const units = unitsOf(size)
  const paper = anyColor(chance, { saturation: [0, 60], lightness: [60, 95] })
  const emblem = () =>
    `<rect width="100%" height="100%" fill="${css(paper)}"/>${chance
      .some(things, chance.integer(1, 3))
      .map((draw) => draw(placeIn(units, chance, [0.4, 0.8]), chance))
      .join('')}`
  const svg = chance.isTrue(0.7) ? emblem() : anyScene(chance, units)
  const colors = optionOf(app, 'colors', chance)
  return {
    input: {
      colors,
      mode: optionOf(app, 'mode', chance),
      ...(colors === 'color' && { detail: chance.pick([4, 5, 6, 6, 6, 7, 8]) }),
      speckle: chance.pick([2, 3, 4, 4, 4, 6, 8, 12]),
    },
    files: [{ name: 'image', bytes: await picture(svg, size, chance) }],
  }
}

/** One thing that is always found, and perhaps others. */
export async function orderFindObjects(_app: AppManifest, chance: Chance): Promise<CanaryInput> {
  const size = sizeFrom(chance)
  const units = unitsOf(size)
  const sure = chance.pick([drawStopSign, drawClock, drawMug, drawUmbrella])
  const perhaps = chance.some([drawTrafficLight, drawClock, drawStopSign, ...things], chance.integer(0, 2))
  const standing = perhaps.map((draw) => draw(placeIn(units, chance, [0.2, 0.4]), chance))
  // In front of the others, so that nothing covers it.
  const svg = `${chance.pick(backdrops)(chance, units)}${standing.join('')}${sure(placeIn(units, chance, [0.36, 0.6]), chance)}`
  return {
    input: { score: chance.pick([0.3, 0.4, 0.5, 0.5, 0.5, 0.6]) },
    files: [{ name: 'image', bytes: await picture(svg, size, chance) }],
  }
}
